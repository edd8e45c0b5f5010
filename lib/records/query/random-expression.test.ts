import { expect, test } from 'vitest'
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
import { type Json, pick, seeded, writeJson } from '@/lib/records/test-json'
import type { Withheld } from '@/lib/records/withheld'
import { compileFilter } from './compile-filter'
import { evaluate } from './test-evaluate'
import { b, ci, d, letters, n, p, s, ts } from './test-expression'

const random = seeded(20)
const one = <T>(from: readonly T[]): T => pick(random, from)

const PATHS: Path[] = [['a'], ['b'], ['c'], ['a', 'b'], ['token'], ['b', 'token']]
const TEXTS = ['', 'a', 'A', 'ab', 'a%', 'é', '\ud83d\ude00', '\uffff', '\ud800', '1']
const TIMES = [
  '2024-01-01',
  '2024-01-01T00:00:00Z',
  '2024-01-01T01:00:00.0+01:00',
  '2024-01-01T23:59:59.99Z',
  '2016-12-31T23:59:60Z',
  '2016-12-31',
  '2017-01-01T00:00:00.00000000000001Z',
]
const NOT_TIMES = ['2024-02-30', '2016-12-30T23:59:60Z']
const NUMBERS = [
  '0',
  '-0.0',
  '1',
  '10e-1',
  '0.1',
  '0.30000000000000004',
  '9007199254740993',
  '9007199254740992',
  '-1e30',
  '1E-30',
]
const PATTERNS = ['%', '_', 'a%', '%a', '%a%', 'a_', '\\%', 'a\\%', '', '_%_', 'é', '%\\']

function scalarJson(): Json {
  const kind = random(8)
  if (kind === 0) return { kind: 'null' }
  if (kind === 1) return { kind: 'boolean', value: random(2) === 0 }
  if (kind < 4) return { kind: 'number', text: one(NUMBERS) }
  return { kind: 'string', value: one(kind < 6 ? TEXTS : [...TIMES, ...NOT_TIMES]) }
}

function value(depth: number): Json {
  const kind = random(10)
  if (kind < 6 || depth === 0) return scalarJson()
  if (kind < 8) return { kind: 'array', items: Array.from({ length: random(4) }, () => value(random(4) ? 0 : 1)) }
  return object(depth - 1)
}

const object = (depth: number): Json => ({
  kind: 'object',
  members: Array.from({ length: random(6) }, () => [one(['a', 'b', 'c', 'token', 'x']), value(depth)]),
})

const property = (): Property => p(...one(PATHS))
const time = () =>
  random(2) ? ts(one(TIMES.filter((t) => t.length > 10))) : d(one(TIMES.filter((t) => t.length === 10)))
const literal = (): Literal => one([() => s(one(TEXTS)), () => n(one(NUMBERS)), () => b(random(2) === 0), time])()
const cased = () => ci(random(3) ? property() : s(one(['', 'a', 'A', 'aB', '1'])))
const scalar = (): Scalar => one([property, property, literal, literal, cased])()
const bound = (): Bound => one([() => null, property, time])()
const temporal = (): Temporal =>
  one<() => Temporal>([property, time, () => ({ kind: 'interval', start: bound(), end: bound() })])()
const array = () =>
  one([property, property, () => ({ kind: 'array', items: Array.from({ length: random(3) }, literal) }) as const])()

function predicate(): Expression {
  switch (random(10)) {
    case 0:
      return { kind: 'between', value: scalar(), low: scalar(), high: scalar() }
    case 1:
      return { kind: 'in', value: scalar(), items: Array.from({ length: 1 + random(4) }, scalar) }
    case 2:
      return {
        kind: 'like',
        value: random(3) ? property() : ci(property()),
        pattern: random(3) ? s(one(PATTERNS)) : ci(s(one(PATTERNS))),
      }
    case 3:
      return { kind: 'isNull', value: property() }
    case 4:
    case 5:
      return { kind: 'temporal', op: one(TEMPORAL), left: temporal(), right: temporal() }
    case 6:
      return { kind: 'array', op: one(ARRAYS), left: array(), right: array() }
    default:
      return { kind: 'compare', op: one(COMPARISONS), left: scalar(), right: scalar() }
  }
}

function expression(depth: number): Expression {
  const kind = depth === 0 ? 9 : random(10)
  if (kind < 4)
    return { kind: kind < 2 ? 'and' : 'or', of: Array.from({ length: 2 + random(2) }, () => expression(depth - 1)) }
  return kind === 4 ? { kind: 'not', of: expression(depth - 1) } : predicate()
}

const withheld = (): Withheld => ({
  mask: new Set(random(3) === 0 ? ['token'] : []),
  omitted: Array.from({ length: random(4) === 0 ? 1 : 0 }, () => ({
    path: one(PATHS),
    redacted: random(2) === 0,
    records: random(2) ? null : { start: 1, end: 2 },
  })),
})

test('agrees with the slow evaluator, for filters and records of every shape', () => {
  const seen = new Map<string, number>()
  for (let run = 0; run < 3000; run++) {
    const filter = expression(2)
    const hidden = withheld()
    const compiled = compileFilter(filter, { format: 'ndjson', columns: null }, hidden)
    for (let i = 0; i < 4; i++) {
      const json = object(2)
      const record = random(3)
      const text = writeJson(json, random)
      const bytes = Buffer.from(`{"a":1}${text}{"b":`)
      const found = letters(compiled(bytes, 7, 7 + Buffer.byteLength(text), record))
      seen.set(found, (seen.get(found) ?? 0) + 1)
      expect(
        found,
        `${JSON.stringify(filter)}\n${text}\n${JSON.stringify({ ...hidden, mask: [...hidden.mask] })} ${record}`,
      ).toBe(letters(evaluate(filter, json, hidden, record)))
    }
  }
  // Every single outcome, and some of what is withheld, has been met often enough to mean something.
  for (const outcome of ['T', 'F', 'N', 'O', 'TFN', 'TF']) expect(seen.get(outcome), outcome).toBeGreaterThan(100)
})
