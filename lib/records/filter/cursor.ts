import { FilterError, type Place, shown, unexpected } from './filter-error'
import { placeInText, type Token, tokenAt } from './lexer'
import { exceeds, MAX_DEPTH } from './limits'

/** One level of a filter takes at most two here, of NOT and its parentheses. What is deeper is measured when it is whole. */
const MAX_NESTING = 2 * MAX_DEPTH

/** A place in a filter as text, and the token there. One token is read at a time, so that the first error is the one told. */
export class Cursor {
  token: Token
  #depth = 0

  constructor(readonly text: string) {
    this.token = tokenAt(text, 0)
  }

  get place(): Place {
    return placeInText(this.token.at)
  }

  get atEnd(): boolean {
    return this.token.kind === 'end'
  }

  /** Moves on, and returns the token passed. */
  next(): Token {
    const passed = this.token
    this.token = tokenAt(this.text, passed.end)
    return passed
  }

  atSymbol(symbol: string): boolean {
    return this.token.kind === 'symbol' && this.token.text === symbol
  }

  atWord(word: string): boolean {
    return this.token.kind === 'word' && this.token.word === word
  }

  takeSymbol(symbol: string): boolean {
    return this.atSymbol(symbol) && this.next() !== null
  }

  takeWord(word: string): boolean {
    return this.atWord(word) && this.next() !== null
  }

  expectSymbol(symbol: string): void {
    if (!this.takeSymbol(symbol)) throw this.unexpected(`"${symbol}"`, [symbol])
  }

  expectWord(word: string): void {
    if (!this.takeWord(word)) throw this.unexpected(word, [word])
  }

  unexpected(what: string, expected: readonly string[]): FilterError {
    return unexpected(what, expected, this.found, this.place)
  }

  get found(): string {
    return shown(this.text.slice(this.token.at, this.token.end))
  }

  /** One level deeper for what `inside` parses: parsing recurses. */
  nested<T>(inside: () => T): T {
    if (++this.#depth > MAX_NESTING) throw new FilterError(exceeds('too many levels of nesting', MAX_DEPTH), this.place)
    const parsed = inside()
    this.#depth--
    return parsed
  }

  /** Moves behind `(`, parses, and moves behind `)`. */
  parenthesized<T>(inside: () => T): T {
    return this.nested(() => {
      this.expectSymbol('(')
      const parsed = inside()
      this.expectSymbol(')')
      return parsed
    })
  }
}
