/** Where in the filter that was sent: an offset in UTF-16 units, from 0, and for JSON also the pointer to the value (RFC 6901). */
export type Place = { at: number; pointer: string | null }

/** A filter that is not understood, or asks for what is not supported. The message counts characters from 1. */
export class FilterError extends Error {
  readonly at: number
  readonly pointer: string | null

  constructor(
    readonly detail: string,
    place: Place,
    /** What could have stood there; empty where that is not the trouble. */
    readonly expected: readonly string[] = [],
  ) {
    super(`at character ${place.at + 1}${place.pointer ? ` (${place.pointer})` : ''}: ${detail}`)
    this.name = 'FilterError'
    this.at = place.at
    this.pointer = place.pointer
  }
}

/** `what` names it all where it is not much, else `expected` does; and what stands there instead. */
export function unexpected(what: string, expected: readonly string[], found: string, place: Place): FilterError {
  const list = expected.length > 3 ? ` (${expected.join(', ')})` : ''
  return new FilterError(`${what} was expected${list}, found ${found}`, place, expected)
}

/** At most this much of a filter is repeated in an error about it. */
const SHOWN = 24

/** What was found, as it reads in a message; what cannot be seen by its code point. */
export function shown(source: string): string {
  if (source === '') return 'the end'
  const [first] = source
  if (/^[\p{C}\p{Z}]/u.test(source)) return `U+${first!.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  const characters = [...source.slice(0, 2 * SHOWN)]
  return JSON.stringify(characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : source)
}

const SPATIAL = /^(S_[A-Z]*|BBOX|POINT|LINESTRING|POLYGON|MULTIPOINT|MULTILINESTRING|MULTIPOLYGON|GEOMETRYCOLLECTION)$/i

export const NO_GEOMETRY = 'spatial functions and geometries are not supported'

/** Why a function of this name cannot be used. */
export function unsupportedFunction(name: string): string {
  if (SPATIAL.test(name)) return `${name}: ${NO_GEOMETRY}`
  if (/^ACCENTI$/i.test(name)) return 'ACCENTI is not supported; CASEI is'
  return `the function ${name} is not supported: there are CASEI, TIMESTAMP, DATE, INTERVAL, T_… and A_… alone`
}

export const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '^', 'div'])
export const NO_ARITHMETIC = 'arithmetic (+ - * / % ^ div) is not supported'
