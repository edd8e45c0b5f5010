import { marks, numberTable, shown } from './json-tables'
import { FOLLOWING, HIGHEST, LOWEST } from './utf8'

/** How deep arrays and objects may nest: bounds the only memory that grows with the input. */
export const MAX_JSON_DEPTH = 512

/** Why `run` stopped before its end. */
export const NONE = 0
/** A value began with the byte just consumed. */
export const START = 1
/** A value ended just before the returned position. */
export const END = 2
/** The opening, then the closing quote of a member name was consumed. */
export const NAME = 3
export const NAME_END = 4
/** The byte at the returned position is not JSON; `detail` says why. */
export const FAULT = 5

// Between tokens. Their order is used: everything up to DONE skips white space.
const VALUE = 0
const ELEMENT_OR_END = 1
const MEMBER_OR_END = 2
const MEMBER = 3
const COLON = 4
const NEXT = 5
const DONE = 6
// Inside a token.
const STRING = 7
const ESCAPE = 8
const HEX = 9
const CONTINUATION = 10
const LITERAL = 11
// Inside a number: the states of `numberTable`, in its order. Those that are not named here are never asked for.
const MINUS = 12
const ZERO = 13
const INTEGER = 14
const FRACTION = 16
const EXPONENT = 19

/** Bytes that stand for themselves in a string (RFC 8259 §7): no quote, backslash or control; not beyond ASCII. */
const PLAIN = new Uint8Array(256).fill(1, 0x20, 0x80)
PLAIN[0x22] = 0
PLAIN[0x5c] = 0
const SPACE = marks(' \t\n\r')
const ESCAPABLE = marks('"\\/bfnrt')
const HEX_DIGIT = marks('0123456789abcdefABCDEF')
const NUMBER = numberTable(MINUS)
const T = 0x74
const F = 0x66
const N = 0x6e
const WORDS: Record<number, string> = { [T]: 'true', [F]: 'false', [N]: 'null' }

/**
 * A validator of JSON text (RFC 8259) that takes bytes in any pieces and keeps no content. It stops at the beginning and
 * end of values and member names that are inside at most `watch` containers, so that a caller can see structure near the
 * root without paying for what is deeper. UTF-8 is validated; lone surrogates written as escapes are allowed, as the
 * grammar does.
 */
export class JsonMachine {
  /** Containers open around the current place. */
  depth = 0
  watch = 0
  event = NONE
  detail = ''
  /** Line feeds seen between tokens (elsewhere JSON has none). */
  lineFeeds = 0
  #state = VALUE
  #inName = false
  /** One bit a level: set for an object. */
  #objects = new Uint32Array(MAX_JSON_DEPTH / 32)
  // What is still expected of an escape, a character beyond ASCII, or a literal.
  #left = 0
  #low = 0
  #high = 0
  #word = ''

  /** Ready for the next text. With `inArray`, for a value inside an array that is open already. */
  reset(inArray = false): void {
    this.#state = VALUE
    this.depth = inArray ? 1 : 0
    if (inArray) this.#objects[0]! &= ~1
  }

  /** True before the first byte of a value. */
  get fresh(): boolean {
    return this.#state === VALUE && this.depth === 0
  }

  get done(): boolean {
    return this.#state === DONE
  }

  /** Consumes bytes up to `to` or to an event, and returns the position behind the last byte consumed. */
  run(bytes: Uint8Array, from: number, to: number): number {
    let i = from
    let state = this.#state
    this.event = NONE
    while (i < to) {
      if (state === STRING) {
        while (i < to && PLAIN[bytes[i]!] === 1) i++
        if (i === to) break
        const b = bytes[i]!
        if (b === 0x22) {
          i++
          if (this.#inName) {
            this.#inName = false
            state = COLON
            if (this.depth <= this.watch) this.event = NAME_END
          } else state = this.#ended()
          if (this.event !== NONE) break
        } else if (b === 0x5c) {
          i++
          state = ESCAPE
        } else {
          this.#left = FOLLOWING[b]!
          if (this.#left === 0) return this.#fault(i, b < 0x20 ? 'a control character in a string' : 'invalid UTF-8')
          this.#low = LOWEST[b]!
          this.#high = HIGHEST[b]!
          i++
          state = CONTINUATION
        }
      } else if (state <= DONE) {
        let b = bytes[i]!
        while (SPACE[b] === 1) {
          if (b === 0x0a) this.lineFeeds++
          if (++i === to) break
          b = bytes[i]!
        }
        if (i === to) break
        if (state === NEXT && b === 0x2c) state = this.#inObject() ? MEMBER : VALUE
        else if (state === COLON && b === 0x3a) state = VALUE
        else if ((state === MEMBER || state === MEMBER_OR_END) && b === 0x22) {
          this.#inName = true
          state = STRING
          if (this.depth <= this.watch) this.event = NAME
        } else if (
          (b === 0x7d && (state === MEMBER_OR_END || (state === NEXT && this.#inObject()))) ||
          (b === 0x5d && (state === ELEMENT_OR_END || (state === NEXT && !this.#inObject())))
        ) {
          this.depth--
          state = this.#ended()
        } else if (state === VALUE || state === ELEMENT_OR_END) {
          const outside = this.depth
          state = this.#begin(b)
          if (state < 0) return this.#fault(i, this.detail)
          if (outside <= this.watch) this.event = START
        } else return this.#fault(i, `${shown(b)} where ${EXPECTED[state]} is expected`)
        i++
        if (this.event !== NONE) break
      } else if (state >= MINUS) {
        const next = NUMBER[((state - MINUS) << 8) | bytes[i]!]!
        if (next !== 0) {
          state = next
          i++
          continue
        }
        if (!isWholeNumber(state)) return this.#fault(i, 'an incomplete number')
        state = this.#ended()
        if (this.event !== NONE) break
      } else {
        const b = bytes[i]!
        if (state === CONTINUATION) {
          if (b < this.#low || b > this.#high) return this.#fault(i, 'invalid UTF-8')
          this.#low = 0x80
          this.#high = 0xbf
          if (--this.#left === 0) state = STRING
        } else if (state === ESCAPE) {
          if (b === 0x75) {
            this.#left = 4
            state = HEX
          } else if (ESCAPABLE[b] === 1) state = STRING
          else return this.#fault(i, `a backslash before ${shown(b)} in a string`)
        } else if (state === HEX) {
          if (HEX_DIGIT[b] === 0) return this.#fault(i, '\\u without four hexadecimal digits')
          if (--this.#left === 0) state = STRING
        } else {
          if (b !== this.#word.charCodeAt(this.#word.length - this.#left))
            return this.#fault(i, `${shown(b)} inside what begins like ${this.#word}`)
          if (--this.#left === 0) state = this.#ended()
        }
        i++
        if (this.event !== NONE) break
      }
    }
    this.#state = state
    return i
  }

  /** No more bytes. Event END if that ends a number, FAULT if the text is incomplete, else NONE. */
  finish(): void {
    this.event = NONE
    if (isWholeNumber(this.#state) && this.depth === 0) this.#state = this.#ended()
    else if (this.#state !== DONE) {
      this.event = FAULT
      this.detail = 'the JSON text ends in the middle'
    }
  }

  #begin(b: number): number {
    if (b === 0x22) return STRING
    if (b === 0x7b || b === 0x5b) {
      if (this.depth === MAX_JSON_DEPTH) {
        this.detail = `nesting deeper than ${MAX_JSON_DEPTH}`
        return -1
      }
      const bit = 1 << (this.depth & 31)
      if (b === 0x7b) this.#objects[this.depth >> 5]! |= bit
      else this.#objects[this.depth >> 5]! &= ~bit
      this.depth++
      return b === 0x7b ? MEMBER_OR_END : ELEMENT_OR_END
    }
    if (b === 0x2d) return MINUS
    if (b === 0x30) return ZERO
    if (b >= 0x31 && b <= 0x39) return INTEGER
    const word = WORDS[b]
    if (word === undefined) {
      this.detail = `${shown(b)} where a value is expected`
      return -1
    }
    this.#word = word
    this.#left = word.length - 1
    return LITERAL
  }

  #ended(): number {
    if (this.depth <= this.watch) this.event = END
    return this.depth === 0 ? DONE : NEXT
  }

  #inObject(): boolean {
    const level = this.depth - 1
    return ((this.#objects[level >> 5]! >> (level & 31)) & 1) === 1
  }

  #fault(at: number, detail: string): number {
    this.event = FAULT
    this.detail = detail
    return at
  }
}

const EXPECTED: Record<number, string> = {
  [MEMBER_OR_END]: 'a member name or "}"',
  [MEMBER]: 'a member name',
  [COLON]: '":"',
  [NEXT]: '"," or the end of the array or object',
  [DONE]: 'nothing more',
}

const isWholeNumber = (state: number) => state === ZERO || state === INTEGER || state === FRACTION || state === EXPONENT
