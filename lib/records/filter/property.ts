import type { Expression, Path } from './expression'
import { FilterError, type Place, shown, unexpected } from './filter-error'
import { type Part, partsOf } from './walk'

/**
 * OGC 21-065 Annex B, identifierStart and identifierPart. Its period is left out, which separates names here; so are U+1680,
 * which it also has as white space, and U+FEFF, a byte order mark that nobody means as a name.
 */
const START =
  ':_A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u167f\\u1681-\\u1ffe\\u200c\\u200d' +
  '\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufefe\\uff00-\\ufffd\\u{10000}-\\u{effff}'
const PART = `${START}0-9\\u0300-\\u036f\\u203f\\u2040`
const PLAIN_NAME = new RegExp(`^[${START}][${PART}]*$`, 'u')
const FIRST_NAME = new RegExp(`[${START}][${PART}]*`, 'uy')
const NEXT_NAME = new RegExp(`[${PART}]+`, 'uy')

/** Names in one path: more than anything nests that is read by name. */
const MAX_NAMES = 64

/** Whether a property can begin here. */
export function beginsProperty(text: string, at: number): boolean {
  FIRST_NAME.lastIndex = at
  return text[at] === '"' || FIRST_NAME.test(text)
}

/** The property that begins at `at`, and where it ends. */
export function scanProperty(text: string, at: number, place: (at: number) => Place): { path: Path; end: number } {
  const path: string[] = []
  for (let next = at; ; next++) {
    const { name, end } = scanName(text, next, path.length === 0 ? FIRST_NAME : NEXT_NAME, place)
    path.push(name)
    if (path.length > MAX_NAMES) throw new FilterError(`more than ${MAX_NAMES} names in one property`, place(next))
    if (text[end] !== '.') return { path, end }
    next = end
  }
}

function scanName(text: string, at: number, unquoted: RegExp, place: (at: number) => Place) {
  if (text[at] === '"') {
    for (let i = at + 1; i < text.length; i++) {
      if (text[i] !== '"') continue
      if (text[i + 1] !== '"') return { name: text.slice(at + 1, i).replaceAll('""', '"'), end: i + 1 }
      i++
    }
    throw new FilterError('the name that begins here has no closing double quote', place(at))
  }
  unquoted.lastIndex = at
  const name = unquoted.exec(text)?.[0]
  if (name === undefined) {
    const [found = ''] = text.slice(at, at + 2)
    throw unexpected('a name', ['a name, in double quotes where it is not plain'], shown(found), place(at))
  }
  return { name, end: at + name.length }
}

/**
 * A path from its text: names joined by dots, a name that is not plain in double quotes, with a double quote in it written
 * twice: `a.b` is ["a", "b"], `"a.b"` is ["a.b"].
 */
export function parseProperty(text: string): Path {
  return propertyAt(text, (at) => ({ at, pointer: null }))
}

/** The same of a text that stands somewhere else. */
export function propertyAt(text: string, place: (at: number) => Place): Path {
  const { path, end } = scanProperty(text, 0, place)
  if (end < text.length)
    throw new FilterError(
      `${shown(text.slice(end))} follows a name: a name that is not plain is written in double quotes`,
      place(end),
    )
  return path
}

/** The one text of a path that `parseProperty` reads back. */
export const propertyText = (path: Path): string =>
  path.map((name) => (PLAIN_NAME.test(name) ? name : `"${name.replaceAll('"', '""')}"`)).join('.')

/** The properties that a filter asks for, each once, in the order of the text. */
export function propertiesOf(filter: Expression): Path[] {
  const found = new Map<string, Path>()
  const visit = (part: Part): void => {
    if (part.kind === 'property') found.set(JSON.stringify(part.path), part.path)
    for (const inner of partsOf(part)) visit(inner)
  }
  visit(filter)
  return [...found.values()]
}
