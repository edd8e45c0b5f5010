import {
  ARRAYS,
  type Bound,
  COMPARISONS,
  type Expression,
  type Literal,
  type Path,
  type Property,
  type Scalar,
  TEMPORAL,
  type Temporal,
} from '@/lib/records/filter/expression'
import { pick } from '@/lib/records/test-json'
import type { OmittedField, Withheld } from '@/lib/records/withheld'

type Random = (n: number) => number

export const NUMBERS = [
  '0',
  '-0',
  '1',
  '1.0',
  '10e-1',
  '-3.5',
  '9007199254740993',
  '9007199254740992',
  '1E+400',
  '0.1',
  '42',
]
export const TEXTS = [
  '',
  'a',
  'ab',
  'critical',
  'criticality of the first order',
  'é',
  '\uffff',
  '\ud83d\ude00',
  '42',
  '\ud800',
]
export const TIMES = [
  '2024-02-29',
  '2024-02-29T00:00:00Z',
  '2024-02-29T12:00:00.25+02:00',
  '2016-12-31T23:59:59.9Z',
  '2016-12-31T23:59:60Z',
  '2017-01-01T00:00:00Z',
  '1969-12-31t23:59:59z',
]
export const PATHS: Path[] = [
  ['a'],
  ['b'],
  ['c'],
  ['c', 'a'],
  ['c', 'b', 'a'],
  ['d'],
  ['é"'],
  ['line'],
  ['line_number'],
]

const list = <T>(random: Random, least: number, one: () => T): T[] => Array.from({ length: least + random(3) }, one)

export function randomFilter(random: Random, depth = 2): Expression {
  const property = (): Property => ({ kind: 'property', path: pick(random, PATHS) })
  const text = () => ({ kind: 'string', value: pick(random, [...TEXTS, ...TIMES]) }) as const
  const time = () => {
    const written = pick(random, TIMES)
    return { kind: written.length === 10 ? 'date' : 'timestamp', text: written } as const
  }
  const literal = (): Literal =>
    pick(random, [text, time, () => ({ kind: 'number', text: pick(random, NUMBERS) }) as const, boolean])()
  const boolean = () => ({ kind: 'boolean', value: random(2) === 0 }) as const
  const scalar = (): Scalar => (random(5) === 0 ? { kind: 'casei', of: pick(random, [property, text])() } : literal())
  const any = (): Scalar => pick(random, [property, property, scalar])()
  const bound = (): Bound => pick(random, [time, time, () => null, property])()
  const temporal = (): Temporal =>
    random(2) === 0 ? { kind: 'interval', start: bound(), end: bound() } : pick(random, [time, property])()
  const array = () => (random(2) === 0 ? property() : ({ kind: 'array', items: list(random, 0, literal) } as const))
  const inner = () => randomFilter(random, depth - 1)

  const leaves: (() => Expression)[] = [
    () => ({ kind: 'compare', op: pick(random, COMPARISONS), left: property(), right: scalar() }),
    () => ({ kind: 'compare', op: pick(random, COMPARISONS), left: property(), right: literal() }),
    () => ({ kind: 'compare', op: pick(random, COMPARISONS), left: any(), right: any() }),
    () => ({ kind: 'between', value: any(), low: scalar(), high: any() }),
    () => ({ kind: 'in', value: any(), items: list(random, 0, scalar) }),
    () => ({ kind: 'like', value: property(), pattern: { kind: 'string', value: pick(random, PATTERNS) } }),
    () => ({ kind: 'like', value: { kind: 'casei', of: property() }, pattern: { kind: 'casei', of: text() } }),
    () => ({ kind: 'isNull', value: property() }),
    () => ({ kind: 'temporal', op: pick(random, TEMPORAL), left: property(), right: temporal() }),
    () => ({ kind: 'temporal', op: pick(random, TEMPORAL), left: temporal(), right: temporal() }),
    () => ({ kind: 'array', op: pick(random, ARRAYS), left: array(), right: array() }),
    () => ({ kind: 'constant', value: random(2) === 0 }),
  ]
  const branches: (() => Expression)[] = [
    () => ({ kind: 'and', of: list(random, 2, inner) }),
    () => ({ kind: 'or', of: list(random, 2, inner) }),
    () => ({ kind: 'not', of: inner() }),
  ]
  return pick(random, depth === 0 || random(2) === 0 ? leaves : branches)()
}

const PATTERNS = [
  '%',
  'crit%',
  'critical',
  'a_',
  '_b',
  '',
  'critical\\%',
  'criticality of the f%',
  '4%2',
  'é%',
  '\ud800%',
  '2024%',
]

export function randomWithheld(random: Random, records: number): Withheld {
  const range = () => {
    const start = random(records + 1)
    return random(2) === 0 ? null : { start, end: start + random(records) }
  }
  const omitted = (): OmittedField => ({ path: pick(random, PATHS), redacted: random(2) === 0, records: range() })
  return {
    mask: new Set(random(4) === 0 ? [pick(random, ['a', 'b', 'c', 'd'])] : []),
    omitted: random(2) === 0 ? [] : [omitted()],
  }
}
