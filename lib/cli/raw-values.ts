/**
 * The exact text of every `value` in the `records` of a read response. `JSON.parse` would lose what a captured record may
 * hold: integers beyond 2^53, `1.0`, escapes, the order of members. The response is valid JSON (it was parsed before), so
 * this only walks over it. An item without `value` gives its whole text under `item`.
 */
export type RawRecord = { value: string } | { item: string }

export function rawRecords(response: string): RawRecord[] {
  const found: RawRecord[] = []
  for (const member of members(response, skipSpace(response, 0)))
    if (member.name === 'records')
      for (const item of elements(response, member.start)) {
        let value: RawRecord | null = null
        for (const m of members(response, item.start))
          if (m.name === 'value') value = { value: response.slice(m.start, m.end) }
        found.push(value ?? { item: response.slice(item.start, item.end) })
      }
  return found
}

/** The groups of an aggregate: the exact text of each part of the key and of each figure. */
export function rawGroups(response: string): { key: string[]; figures: string[] }[] {
  const text = (span: Span) => response.slice(span.start, span.end)
  const inner = (object: number, name: string): Span | null => {
    for (const member of members(response, object)) if (member.name === name) return member
    return null
  }
  const items = (span: Span | null): Span[] => (span ? [...elements(response, span.start)] : [])
  const aggregate = inner(skipSpace(response, 0), 'aggregate')
  return items(aggregate && inner(aggregate.start, 'groups')).map((group) => ({
    key: items(inner(group.start, 'key')).map(text),
    figures: items(inner(group.start, 'values')).map((figure) => text(inner(figure.start, 'value')!)),
  }))
}

/** On one line: a line break in JSON text stands only between tokens, where a space means the same. */
export const oneLine = (json: string): string => json.replaceAll(/[\r\n]/g, ' ')

type Span = { start: number; end: number }

function* members(text: string, object: number): Generator<Span & { name: string }> {
  let at = skipSpace(text, object + 1)
  while (text[at] !== '}') {
    const nameEnd = skipValue(text, at)
    const name = JSON.parse(text.slice(at, nameEnd)) as string
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1)
    const end = skipValue(text, start)
    yield { name, start, end }
    at = afterComma(text, end)
  }
}

function* elements(text: string, array: number): Generator<Span> {
  let at = skipSpace(text, array + 1)
  while (text[at] !== ']') {
    const end = skipValue(text, at)
    yield { start: at, end }
    at = afterComma(text, end)
  }
}

function afterComma(text: string, at: number): number {
  const next = skipSpace(text, at)
  return text[next] === ',' ? skipSpace(text, next + 1) : next
}

function skipSpace(text: string, at: number): number {
  let i = at
  while (text[i] === ' ' || text[i] === '\n' || text[i] === '\r' || text[i] === '\t') i++
  return i
}

/** The end of the value that starts at `at`. */
function skipValue(text: string, at: number): number {
  if (text[at] === '"') return skipString(text, at)
  if (text[at] !== '{' && text[at] !== '[') {
    let i = at
    while (i < text.length && !',]} \n\r\t:'.includes(text[i]!)) i++
    return i
  }
  let depth = 0
  for (let i = at; i < text.length; ) {
    const c = text[i]
    if (c === '"') {
      i = skipString(text, i)
      continue
    }
    if (c === '{' || c === '[') depth++
    if ((c === '}' || c === ']') && --depth === 0) return i + 1
    i++
  }
  throw new SyntaxError('The JSON text ends within a value.')
}

function skipString(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '"') return i + 1
  }
  throw new SyntaxError('The JSON text ends within a string.')
}
