import type { Path } from '@/lib/records/filter/expression'

/** The names that are wanted, from the root; true where the whole value is. */
type Wanted = Map<string, Wanted | true>

/**
 * A JSON record with only the members at these paths, in the order and with the source text they were captured with; nested
 * ones in the objects that they lie in. Of what is no object nothing is left: null. The text is valid JSON.
 */
export function projectRecord(json: string, paths: readonly Path[]): string {
  const root: Wanted = new Map()
  for (const path of paths) want(root, path)
  const at = skipSpace(json, 0)
  return json[at] === '{' ? projectObject(json, at, root).text : 'null'
}

function want(node: Wanted, path: Path): void {
  const [name, ...rest] = path as [string, ...string[]]
  const known = node.get(name)
  if (known === true) return
  if (rest.length === 0) node.set(name, true)
  else {
    const below = known ?? new Map()
    node.set(name, below)
    want(below, rest)
  }
}

/** As deep as the paths are long. `end` is behind the closing brace. */
function projectObject(json: string, start: number, wanted: Wanted): { text: string; end: number } {
  const kept: string[] = []
  let at = skipSpace(json, start + 1)
  while (json[at] !== '}') {
    if (json[at] === ',') at = skipSpace(json, at + 1)
    const nameEnd = skipString(json, at)
    const name = json.slice(at, nameEnd)
    const valueAt = skipSpace(json, skipSpace(json, nameEnd) + 1)
    const below = wanted.get(JSON.parse(name) as string)
    if (below instanceof Map && json[valueAt] === '{') {
      const inner = projectObject(json, valueAt, below)
      kept.push(`${name}:${inner.text}`)
      at = inner.end
    } else {
      at = skipValue(json, valueAt)
      if (below === true) kept.push(`${name}:${json.slice(valueAt, at)}`)
    }
    at = skipSpace(json, at)
  }
  return { text: `{${kept.join(',')}}`, end: at + 1 }
}

function skipSpace(json: string, at: number): number {
  let i = at
  while (' \t\n\r'.includes(json[i] ?? 'x')) i++
  return i
}

function skipString(json: string, at: number): number {
  let i = at + 1
  while (json[i] !== '"') i += json[i] === '\\' ? 2 : 1
  return i + 1
}

/** Behind a value of any depth. */
function skipValue(json: string, at: number): number {
  let depth = 0
  for (let i = at; i < json.length; ) {
    const c = json[i]!
    if (c === '"') i = skipString(json, i)
    else if (c === '{' || c === '[') {
      depth++
      i++
      continue
    } else if (c === '}' || c === ']') {
      if (depth === 0) return i
      depth--
      i++
    } else if (c === ',' && depth === 0) return i
    else if (' \t\n\r,:'.includes(c)) {
      i++
      continue
    } else while (i < json.length && !',]}: \t\n\r'.includes(json[i]!)) i++
    if (depth === 0) return i
  }
  return json.length
}
