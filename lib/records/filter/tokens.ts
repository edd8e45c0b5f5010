import type { Path } from './expression'
import { FilterError, MAX_CHARACTERS } from './filter-error'

/** `at` counts characters from 1. A name is a property, a keyword or a function, as its place decides. */
export type Token = { at: number; text: string } & (
  | { kind: 'name'; path: Path; quoted: boolean }
  | { kind: 'string'; value: string }
  | { kind: 'number' }
  | { kind: 'symbol' }
  | { kind: 'end' }
)

const SYMBOLS = ['<=', '>=', '<>', '(', ')', ',', '=', '<', '>']
const ARITHMETIC = new Set(['+', '-', '*', '/', '^', '%'])
const NUMBER = /(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y

/** OGC 21-065, Annex B: identifierStart, and identifierPart without the dot, which separates the names of a path. */
export const isNameStart = (c: number): boolean =>
  c === 0x3a ||
  c === 0x5f ||
  (c >= 0x41 && c <= 0x5a) ||
  (c >= 0x61 && c <= 0x7a) ||
  (c >= 0xc0 && c <= 0x1fff && c !== 0xd7 && c !== 0xf7 && !(c >= 0x300 && c <= 0x36f)) ||
  (c >= 0x200c && c <= 0x200d) ||
  (c >= 0x2070 && c <= 0x218f) ||
  (c >= 0x2c00 && c <= 0x2fef) ||
  (c >= 0x3001 && c <= 0xd7ff) ||
  (c >= 0xf900 && c <= 0xfffd) ||
  (c >= 0x10000 && c <= 0xeffff)
export const isNameEnd = (c: number): boolean =>
  isNameStart(c) || (c >= 0x30 && c <= 0x39) || c === 0xb7 || (c >= 0x300 && c <= 0x36f) || c === 0x203f || c === 0x2040

const isSpace = (c: number) => c === 0x20 || (c >= 0x09 && c <= 0x0d) || c === 0x85 || c === 0xa0

/** One pass, each character looked at a bounded number of times. @throws FilterError */
export function tokenize(text: string): Token[] {
  if (text.length > MAX_CHARACTERS)
    throw new FilterError(`a filter has at most ${MAX_CHARACTERS} characters; this has ${text.length}`)
  const tokens: Token[] = []
  let i = 0
  const fail = (message: string, at = i): never => {
    throw new FilterError(message, { at: at + 1 })
  }
  const quoted = (quote: string): string => {
    const from = i++
    let value = ''
    for (;;) {
      const c = text[i]
      if (c === undefined) return fail(`a closing ${quote} was expected for the one here`, from)
      i++
      if (c === quote) {
        if (text[i] !== quote) return value
        i++
      }
      value += c
    }
  }
  const name = (): Token => {
    const at = i
    const path: string[] = []
    let wasQuoted = false
    for (;;) {
      if (text[i] === '"') {
        path.push(quoted('"'))
        wasQuoted = true
      } else {
        const from = i
        if (!isNameStart(text.codePointAt(i) ?? 0)) fail('a name was expected')
        while (i < text.length && isNameEnd(text.codePointAt(i)!)) i += text.codePointAt(i)! > 0xffff ? 2 : 1
        path.push(text.slice(from, i))
      }
      if (text[i] !== '.') break
      i++
    }
    return { kind: 'name', at: at + 1, text: text.slice(at, i), path, quoted: wasQuoted }
  }
  for (;;) {
    while (i < text.length && isSpace(text.charCodeAt(i))) i++
    const at = i + 1
    const c = text[i]
    if (c === undefined) {
      tokens.push({ kind: 'end', at, text: '' })
      return tokens
    }
    if (text.startsWith('--', i) || text.startsWith('/*', i)) fail('comments are not a part of CQL2')
    const symbol = SYMBOLS.find((s) => text.startsWith(s, i))
    if (c === "'") {
      const from = i
      const value = quoted("'")
      tokens.push({ kind: 'string', at, text: text.slice(from, i), value })
    } else if (symbol) {
      i += symbol.length
      tokens.push({ kind: 'symbol', at, text: symbol })
    } else if ((c >= '0' && c <= '9') || (c === '-' && startsOperand(tokens) && /[0-9]/.test(text[i + 1] ?? ''))) {
      NUMBER.lastIndex = c === '-' ? i + 1 : i
      const found = NUMBER.exec(text)![0]
      const number = c === '-' ? `-${found}` : found
      i += number.length
      if (i < text.length && (isNameEnd(text.codePointAt(i)!) || text[i] === '.')) fail('a number ends before this')
      tokens.push({ kind: 'number', at, text: number })
    } else if (c === '"' || isNameStart(text.codePointAt(i)!)) tokens.push(name())
    else if (ARITHMETIC.has(c)) fail(`arithmetic ("${c}") is not supported: compare with a value`)
    else if (c === '!') fail('write <> for "not equal"')
    else if (c === '`' || c === '\u2018' || c === '\u201c') fail('write texts in \'…\' and names in "…"')
    else fail(`"${String.fromCodePoint(text.codePointAt(i)!)}" has no meaning here`)
  }
}

/** A minus belongs to a number where a value may begin. */
function startsOperand(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1)
  if (!last) return true
  if (last.kind === 'symbol') return last.text !== ')'
  return last.kind === 'name' && /^(and|or|not|between|in|like)$/i.test(last.text)
}
