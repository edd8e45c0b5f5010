import type { Path } from './expression'
import { ARITHMETIC, FilterError, NO_ARITHMETIC, type Place, shown } from './filter-error'
import { keyword, RESERVED } from './keywords'
import { beginsProperty, scanProperty } from './property'
import { scanString } from './string-literal'

export type Token = { at: number; end: number } & (
  | { kind: 'property'; path: Path }
  /** A reserved word, in upper case. */
  | { kind: 'word'; word: string }
  /** A name before a parenthesis. */
  | { kind: 'function'; name: string }
  | { kind: 'string'; value: string; wildcard: number | null }
  /** Without a sign, as JSON writes it. */
  | { kind: 'number'; text: string }
  | { kind: 'symbol'; text: string }
  | { kind: 'end' }
)

/** OGC 21-065 Annex B, whitespace. */
const SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*/y
const NUMBER = /(\d+)?(?:\.(\d*))?([eE][+-]?\d+)?/y
const SYMBOL = /<>|<=|>=|[=<>(),+\-*/^%]/y
const COMMENT = /--|\/\*/y
const MISTAKEN: [string, string][] = [
  ['!=', 'unequal is written <>'],
  ['==', 'equal is written ='],
]

export const placeInText = (at: number): Place => ({ at, pointer: null })

/** The token that begins at or behind `from`. Time is proportional to its length. */
export function tokenAt(text: string, from: number): Token {
  const at = spaceEnd(text, from)
  if (at === text.length) return { kind: 'end', at, end: at }
  const c = text[at]!
  if (c === "'") {
    const { value, end, wildcard } = scanString(text, at, placeInText)
    return { kind: 'string', at, end, value, wildcard }
  }
  if (beginsProperty(text, at)) return nameAt(text, at)
  if (/\d/.test(c) || (c === '.' && /\d/.test(text[at + 1] ?? ''))) return numberAt(text, at)
  if (startsWith(COMMENT, text, at)) throw new FilterError('comments are not supported', placeInText(at))
  for (const [mistaken, hint] of MISTAKEN)
    if (text.startsWith(mistaken, at))
      throw new FilterError(`${shown(mistaken)} is no operator: ${hint}`, placeInText(at))
  if (!startsWith(SYMBOL, text, at)) {
    const [found = ''] = text.slice(at, at + 2)
    throw new FilterError(`${shown(found)} is no part of the language`, placeInText(at))
  }
  return { kind: 'symbol', at, end: SYMBOL.lastIndex, text: text.slice(at, SYMBOL.lastIndex) }
}

function nameAt(text: string, at: number): Token {
  const { path, end } = scanProperty(text, at, placeInText)
  const source = text.slice(at, end)
  if (text[at] === '"') return { kind: 'property', at, end, path }
  const word = keyword(source)
  if (RESERVED.has(word)) return { kind: 'word', at, end, word }
  if (text[spaceEnd(text, end)] === '(') return { kind: 'function', at, end, name: source }
  return { kind: 'property', at, end, path }
}

/** `.5`, `5.` and `007` are numbers in a filter, and not in JSON. */
function numberAt(text: string, at: number): Token {
  NUMBER.lastIndex = at
  const [, whole = '', fraction = '', exponent = ''] = NUMBER.exec(text)!
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return { kind: 'number', at, end: NUMBER.lastIndex, text: `${digits}${fraction && `.${fraction}`}${exponent}` }
}

function spaceEnd(text: string, at: number): number {
  startsWith(SPACE, text, at)
  return SPACE.lastIndex
}

function startsWith(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

/** Whether the token is an operator of arithmetic. */
export const isArithmetic = (token: Token): boolean =>
  (token.kind === 'symbol' && ARITHMETIC.has(token.text)) || (token.kind === 'word' && token.word === 'DIV')

export const noArithmetic = (token: Token): FilterError => new FilterError(NO_ARITHMETIC, placeInText(token.at))
