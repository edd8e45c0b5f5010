import { FilterError, type Place } from './filter-error'

/** OGC 21-065 /req/cql2-text/escaping. A quote can also be written twice. */
const ESCAPES: Record<string, string> = {
  "'": "'",
  '\\': '\\',
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
}
const ESCAPED = new Map(Object.entries(ESCAPES).map(([letter, character]) => [character, `\\${letter}`]))

/** Where in a pattern a backslash takes its meaning from a wildcard, the literal keeps both. */
const WILDCARD = '%_'

type StringLiteral = {
  value: string
  end: number
  /** Where `\%` or `\_` stands, which only a pattern of LIKE has. */
  wildcard: number | null
}

/** The character literal that begins with the quote at `at`. */
export function scanString(text: string, at: number, place: (at: number) => Place): StringLiteral {
  let value = ''
  let wildcard: number | null = null
  let from = at + 1
  for (let i = from; i < text.length; i++) {
    const c = text[i]!
    if (c !== "'" && c !== '\\') continue
    value += text.slice(from, i)
    const next = text[i + 1] ?? ''
    if (c === "'" && next !== "'") return { value, end: i + 1, wildcard }
    if (c === '\\' && next !== '' && WILDCARD.includes(next)) {
      wildcard ??= i
      value += c + next
    } else {
      const meant = ESCAPES[next]
      if (meant === undefined && next !== '')
        throw new FilterError('this backslash escapes nothing: a backslash itself is written \\\\', place(i))
      value += meant ?? ''
    }
    from = i + 2
    i++
  }
  throw new FilterError('the text that begins here has no closing quote', place(at))
}

const escaped = (c: string): string => (c === "'" ? "''" : (ESCAPED.get(c) ?? c))

/** A character literal that is read back as `value`, in a pattern or elsewhere. */
export function stringText(value: string, inPattern: boolean): string {
  let out = ''
  for (let i = 0; i < value.length; i++) {
    const c = value[i]!
    const next = value[i + 1] ?? ''
    if (c !== '\\' || !inPattern) {
      out += escaped(c)
      continue
    }
    // What a pattern escapes stays together, so that the backslash before a wildcard is always the one that escapes it.
    out += next !== '' && WILDCARD.includes(next) ? c + next : escaped(c) + escaped(next)
    i++
  }
  return `'${out}'`
}
