import type { Path } from '@/lib/records/filter/expression'
import {
  BACKSLASH,
  CLOSE_OBJECT,
  COMMA,
  decodeString,
  kindAt,
  OBJECT,
  skipPlain,
  skipSpace,
  skipString,
  skipValue,
} from '@/lib/records/json-bytes'
import { maskJson } from '@/lib/records/mask'
import { LINE, LINE_NUMBER } from '@/lib/records/shape'

/** What is kept of an object, by name: all of the value, or what is kept of it in turn. */
type Kept = Map<string, Kept | 'whole'>

/** The object that a line is where some of its properties are asked for; `json` as `recordValue` has it. */
export const lineObject = (json: string, record: number): string => `{"${LINE_NUMBER}":${record + 1},"${LINE}":${json}}`

/**
 * A record, as JSON text, with only the members at `paths` and none, at any depth, of a name in `mask`. Names and values
 * are the source text, in its order and as often as they stand there; an object stays around the members of its own that
 * are asked for, where it has any. A record that is no object has no members: it is null.
 */
export function projectRecord(json: string, paths: readonly Path[], mask: ReadonlySet<string>): string {
  const bytes = Buffer.from(json)
  const at = skipSpace(bytes, 0, bytes.length)
  if (kindAt(bytes, at) !== OBJECT) return 'null'
  return `{${members(bytes, at, keptOf(paths), mask).text}}`
}

function keptOf(paths: readonly Path[]): Kept {
  const root: Kept = new Map()
  for (const path of paths) {
    let at = root
    for (const [i, name] of path.entries()) {
      const known = at.get(name)
      if (known === 'whole') break
      if (i === path.length - 1) at.set(name, 'whole')
      else if (known) at = known
      else {
        const inner: Kept = new Map()
        at.set(name, inner)
        at = inner
      }
    }
  }
  return root
}

/** The members that are kept of the object at `start`, and where it ends. Calls itself as deep as the paths are long. */
function members(bytes: Buffer, start: number, kept: Kept, mask: ReadonlySet<string>): { text: string; end: number } {
  const end = bytes.length
  const out: string[] = []
  let i = skipSpace(bytes, start + 1, end)
  while (i < end && bytes[i] !== CLOSE_OBJECT) {
    const name = i
    i = skipString(bytes, name, end)
    const decoded = decodeString(bytes, name, i, bytes[skipPlain(bytes, name + 1, i)] === BACKSLASH)
    const written = bytes.toString('utf8', name, i)
    i = skipSpace(bytes, skipSpace(bytes, i, end) + 1, end)
    const wanted = mask.has(decoded) ? undefined : kept.get(decoded)
    if (wanted !== undefined && wanted !== 'whole' && kindAt(bytes, i) === OBJECT) {
      const inner = members(bytes, i, wanted, mask)
      if (inner.text !== '') out.push(`${written}:{${inner.text}}`)
      i = inner.end
    } else {
      const value = i
      i = skipValue(bytes, i, end)
      if (wanted === 'whole') {
        const text = bytes.toString('utf8', value, i)
        out.push(`${written}:${mask.size > 0 ? maskJson(text, mask) : text}`)
      }
    }
    i = skipSpace(bytes, i, end)
    if (bytes[i] === COMMA) i = skipSpace(bytes, i + 1, end)
  }
  return { text: out.join(','), end: i + 1 }
}
