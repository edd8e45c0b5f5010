/**
 * JSON as it was captured. `JSON.parse` would round 9007199254740993, turn 1.0 into 1, drop duplicate names and move
 * integer-like names to the front; a screen that shows evidence may do none of that. Scalars keep their source text.
 */
export type ExactJson =
  | { kind: 'scalar'; type: 'number' | 'boolean' | 'null'; source: string }
  | { kind: 'string'; value: string; source: string }
  | { kind: 'array'; items: ExactJson[]; source: string }
  | { kind: 'object'; members: { name: string; value: ExactJson }[]; source: string }

const SPACE = /[\t\n\r ]*/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Parses JSON text that a JSON parser would accept. @throws SyntaxError with the place */
export function parseExact(text: string): ExactJson {
  let at = 0
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) throw new SyntaxError(`not JSON at character ${at}`)
    at += found[0].length
    return found[0]
  }
  /** By hand: a pattern would keep a way back for every character of a string of a megabyte. */
  const string = (): string => {
    const start = at
    if (text[at] !== '"') throw new SyntaxError(`a string expected at character ${at}`)
    for (at++; text[at] !== '"'; at++) {
      if (text[at] === '\\') at++
      if (at >= text.length) throw new SyntaxError(`a string that does not end, from character ${start}`)
    }
    at++
    return text.slice(start, at)
  }
  const space = () => match(SPACE)
  const take = (character: string): boolean => {
    space()
    if (text[at] !== character) return false
    at++
    return true
  }
  const expect = (character: string) => {
    if (!take(character)) throw new SyntaxError(`"${character}" expected at character ${at}`)
  }
  const value = (): ExactJson => {
    space()
    const start = at
    if (take('{')) {
      const members: { name: string; value: ExactJson }[] = []
      if (!take('}')) {
        do {
          space()
          const name = JSON.parse(string()) as string
          expect(':')
          members.push({ name, value: value() })
        } while (take(','))
        expect('}')
      }
      return { kind: 'object', members, source: text.slice(start, at) }
    }
    if (take('[')) {
      const items: ExactJson[] = []
      if (!take(']')) {
        do items.push(value())
        while (take(','))
        expect(']')
      }
      return { kind: 'array', items, source: text.slice(start, at) }
    }
    if (text[at] === '"') {
      const source = string()
      return { kind: 'string', value: JSON.parse(source) as string, source }
    }
    const source = match(SCALAR)
    const type = source === 'null' ? 'null' : source === 'true' || source === 'false' ? 'boolean' : 'number'
    return { kind: 'scalar', type, source }
  }
  const result = value()
  space()
  if (at !== text.length) throw new SyntaxError(`text after the value at character ${at}`)
  return result
}

/** The member of that name, the last one where a name is repeated, as `JSON.parse` would choose. */
export const member = (node: ExactJson | undefined, name: string): ExactJson | undefined =>
  node?.kind === 'object' ? node.members.findLast((m) => m.name === name)?.value : undefined

/** Indented for reading; every scalar is its source text. */
export function renderExact(node: ExactJson, indent = ''): string {
  const inner = `${indent}  `
  if (node.kind === 'object')
    return node.members.length === 0
      ? '{}'
      : `{\n${node.members.map((m) => `${inner}${JSON.stringify(m.name)}: ${renderExact(m.value, inner)}`).join(',\n')}\n${indent}}`
  if (node.kind === 'array')
    return node.items.length === 0
      ? '[]'
      : `[\n${node.items.map((i) => inner + renderExact(i, inner)).join(',\n')}\n${indent}]`
  return node.source
}
