/** A JSON value with all that JSON.parse would lose: digits as written, members in order and as often as they stand there. */
export type Json =
  | { kind: 'null' }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'number'; text: string }
  | { kind: 'string'; value: string }
  | { kind: 'array'; items: Json[] }
  | { kind: 'object'; members: [string, Json][] }

/** The same numbers each time, below `n`. */
export function seeded(seed: number): (n: number) => number {
  let state = seed
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

export const pick = <T>(random: (n: number) => number, from: readonly T[]): T => from[random(from.length)]!

const NAMES = ['a', 'b', 'c', '', 'é', 'a"\\', '\ud83d\ude00', 'token', '__proto__']
const TEXTS = [
  '',
  'a',
  'B',
  'critical',
  'é\u0000\n',
  '\ud83d\ude00',
  '\uffff',
  'x"\\/y',
  '{"a":1}',
  '\ud800',
  '%_',
  '42',
]
const NUMBERS = [
  '0',
  '-0',
  '1',
  '1.0',
  '1e0',
  '-3.5',
  '9007199254740993',
  '0.1',
  '1E+400',
  '123456789012345678901234567890.5',
]

/** Any value, of arrays and objects in one another, often with a name twice. */
export function randomJson(random: (n: number) => number, depth = 3): Json {
  const kind = random(depth === 0 ? 4 : 7)
  if (kind === 0) return { kind: 'null' }
  if (kind === 1) return { kind: 'boolean', value: random(2) === 0 }
  if (kind === 2) return { kind: 'number', text: pick(random, NUMBERS) }
  if (kind === 3) return { kind: 'string', value: pick(random, TEXTS) }
  if (kind === 4)
    return { kind: 'array', items: Array.from({ length: random(4) }, () => randomJson(random, depth - 1)) }
  return {
    kind: 'object',
    members: Array.from({ length: random(6) }, () => [pick(random, NAMES), randomJson(random, depth - 1)]),
  }
}

/** As text, with white space wherever it may be and characters escaped for no reason. */
export function writeJson(json: Json, random: (n: number) => number): string {
  const space = () => pick(random, ['', '', '', ' ', '\t', '\r\n'])
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  const string = (text: string) =>
    `"${text.replace(/[\s\S]/gu, (c) => (/["\\\p{Cc}\p{Cs}]/u.test(c) || random(5) === 0 ? c.replace(/[\s\S]/g, escaped) : c))}"`
  const write = (value: Json): string => {
    switch (value.kind) {
      case 'null':
        return 'null'
      case 'boolean':
        return `${value.value}`
      case 'number':
        return value.text
      case 'string':
        return string(value.value)
      case 'array':
        return `[${space()}${value.items.map((v) => write(v) + space()).join(`,${space()}`)}]`
      case 'object':
        return `{${space()}${value.members
          .map(([name, v]) => `${string(name)}${space()}:${space()}${write(v)}${space()}`)
          .join(`,${space()}`)}}`
    }
  }
  return write(json)
}

export type Found = { value: Json | null; repeated: boolean }

/** What stands at a path: the last of several equal names, as JSON.parse has it, and whether there are several. */
export function valueAt(json: Json, path: readonly string[]): Found {
  let value: Json | null = json
  let repeated = false
  for (const name of path) {
    const all: [string, Json][] = value?.kind === 'object' ? value.members.filter(([n]) => n === name) : []
    repeated ||= all.length > 1
    value = all.at(-1)?.[1] ?? null
  }
  return { value, repeated }
}
