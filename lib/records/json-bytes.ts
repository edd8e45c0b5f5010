import { marks } from './json-tables'

/**
 * Steps over JSON that is known to be valid (RFC 8259; the splitters have made sure of it, and of its UTF-8). Each takes
 * a position and returns the one behind what it steps over. Nothing is read at or behind `end`, whatever the bytes say.
 */

/** What stands at a place of a record. MISSING is no kind of JSON: nothing stands there. */
export const MISSING = 0
export const NULL = 1
export const BOOLEAN = 2
export const NUMBER = 3
export const STRING = 4
export const ARRAY = 5
export const OBJECT = 6
export type Kind = number

/** By first byte. */
const KIND = new Uint8Array(256).fill(NUMBER)
KIND[0x22] = STRING
KIND[0x5b] = ARRAY
KIND[0x7b] = OBJECT
KIND[0x6e] = NULL
KIND[0x74] = BOOLEAN
KIND[0x66] = BOOLEAN

export const kindAt = (bytes: Buffer, at: number): Kind => KIND[bytes[at]!]!

const QUOTE = 0x22
export const BACKSLASH = 0x5c
export const COMMA = 0x2c
export const CLOSE_OBJECT = 0x7d
const SPACE = marks(' \t\n\r')
/** Ends a number or a word. */
const DELIMITER = marks(',]} \t\n\r')
/** What is of interest inside a string, and outside one. */
const STRING_STOP = marks('"\\')
const NESTING = marks('"[]{}')

export function skipSpace(bytes: Buffer, at: number, end: number): number {
  let i = at
  while (i < end && SPACE[bytes[i]!] === 1) i++
  return i
}

/** From inside a string: up to the next quote or backslash. */
export function skipPlain(bytes: Buffer, at: number, end: number): number {
  let i = at
  while (i < end && STRING_STOP[bytes[i]!] === 0) i++
  return i
}

/** From the opening quote. */
export function skipString(bytes: Buffer, at: number, end: number): number {
  let i = skipPlain(bytes, at + 1, end)
  while (i < end && bytes[i] === BACKSLASH) i = skipPlain(bytes, i + 2, end)
  return i < end ? i + 1 : end
}

/** From the first byte of a value. */
export function skipValue(bytes: Buffer, at: number, end: number): number {
  const kind = kindAt(bytes, at)
  if (kind === STRING) return skipString(bytes, at, end)
  let i = at
  if (kind < ARRAY) {
    while (i < end && DELIMITER[bytes[i]!] === 0) i++
    return i
  }
  for (let depth = 0; i < end; ) {
    const b = bytes[i]!
    if (NESTING[b] === 0) i++
    else if (b === QUOTE) i = skipString(bytes, i, end)
    else {
      i++
      if (b === 0x5b || b === 0x7b) depth++
      else if (--depth === 0) return i
    }
  }
  return end
}

/** What a string says, from quote to quote; `escaped` where there is a backslash in it. */
export const decodeString = (bytes: Buffer, start: number, end: number, escaped: boolean): string =>
  escaped ? JSON.parse(bytes.toString('utf8', start, end)) : bytes.toString('utf8', start + 1, end - 1)
