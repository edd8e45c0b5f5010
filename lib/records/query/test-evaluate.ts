import type {
  Bound,
  Expression,
  Literal,
  Path,
  Scalar,
  Temporal,
  TemporalRelation,
} from '@/lib/records/filter/expression'
import { and, FALSE, NULL, not, ODD, or, TRUE, type Truth, WITHHELD } from '@/lib/records/filter/truth'
import { type Json, valueAt } from '@/lib/records/test-json'
import { isMasked, omissionsOf, type Withheld } from '@/lib/records/withheld'

type Value =
  | { kind: 'unseen' | 'null' | 'odd' }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'number'; value: [bigint, bigint] }
  | { kind: 'string'; value: string }
  | { kind: 'time'; value: bigint }
  | { kind: 'array'; items: Value[] }
/** Why a predicate has no answer, the first that applies. */
type Mark = 'unseen' | 'null' | 'odd'
const MARKS: Record<Mark, Truth> = { unseen: WITHHELD, null: NULL, odd: ODD }
const worst = (marks: Mark[]): Mark => (['unseen', 'null', 'odd'] as const).find((m) => marks.includes(m))!
const mark = ({ kind }: Value): Mark => (kind === 'unseen' || kind === 'null' ? kind : 'odd')
const truth = (holds: boolean): Truth => (holds ? TRUE : FALSE)
const isText = (text: string) => Buffer.from(text).toString() === text

/**
 * What a filter says, worked out the slow and obvious way, with other means than the compiled one: numbers as fractions of
 * integers, times by Date and integers, texts by their bytes, LIKE by a regular expression, arrays by nested loops.
 */
export function evaluate(e: Expression, json: Json, withheld: Withheld, record: number): Truth {
  const of = (inner: Expression) => evaluate(inner, json, withheld, record)
  const get = (path: Path) => look(path, json, withheld, record)
  const scalar = (s: Scalar): Value => {
    if (s.kind === 'property') return get(s.path)
    if (s.kind !== 'casei') return literal(s)
    const inner = scalar(s.of)
    if (inner.kind === 'string') return { kind: 'string', value: inner.value.toLowerCase() }
    return inner.kind === 'unseen' || inner.kind === 'null' ? inner : { kind: 'odd' }
  }
  const bound = (b: Bound, end: boolean): bigint | Mark => {
    if (b === null) return end ? FOREVER : -FOREVER
    const value = b.kind === 'property' ? get(b.path) : literal(b)
    if (value.kind === 'unseen') return 'unseen'
    if (value.kind === 'null') return 'null'
    if (value.kind === 'time') return b.kind === 'date' && end ? value.value + DAY - 1n : value.value
    const time = value.kind === 'string' ? timeOf(value.value) : null
    return time ?? 'odd'
  }
  const span = (t: Temporal): [bigint, bigint] | Mark => {
    const [start, end] =
      t.kind === 'interval' ? [bound(t.start, false), bound(t.end, true)] : [bound(t, false), bound(t, true)]
    const marks = [start, end].filter((x) => typeof x === 'string') as Mark[]
    if (marks.length > 0) return worst(marks)
    return (start as bigint) > (end as bigint) ? 'odd' : [start as bigint, end as bigint]
  }
  switch (e.kind) {
    case 'and':
      return e.of.map(of).reduce(and)
    case 'or':
      return e.of.map(of).reduce(or)
    case 'not':
      return not(of(e.of))
    case 'constant':
      return truth(e.value)
    case 'compare': {
      const order = compare(scalar(e.left), scalar(e.right))
      if (typeof order === 'string') return MARKS[order]
      if (scalar(e.left).kind === 'boolean' && e.op !== '=' && e.op !== '<>') return ODD
      const says = {
        '=': order === 0,
        '<>': order !== 0,
        '<': order < 0,
        '<=': order <= 0,
        '>': order > 0,
        '>=': order >= 0,
      }
      return truth(says[e.op])
    }
    case 'between':
      return and(
        of({ kind: 'compare', op: '>=', left: e.value, right: e.low }),
        of({ kind: 'compare', op: '<=', left: e.value, right: e.high }),
      )
    case 'in':
      return e.items.map((right) => of({ kind: 'compare', op: '=', left: e.value, right })).reduce(or, FALSE)
    case 'like': {
      const [value, pattern] = [scalar(e.value), scalar(e.pattern)]
      if (value.kind === 'string' && pattern.kind === 'string')
        return isText(value.value) && isText(pattern.value)
          ? truth(likeExpression(pattern.value).test(value.value))
          : ODD
      return MARKS[worst([mark(value), mark(pattern)])]
    }
    case 'isNull': {
      const { kind } = get(e.value.path)
      return kind === 'unseen' ? TRUE | FALSE : truth(kind === 'null')
    }
    case 'temporal': {
      const [a, b] = [span(e.left), span(e.right)]
      if (typeof a === 'string' || typeof b === 'string')
        return MARKS[worst([a, b].filter((x) => typeof x === 'string') as Mark[])]
      return truth(relation(e.op, a, b))
    }
    case 'array': {
      const [a, b] = [e.left, e.right].map((side): Value[] | Mark => {
        if (side.kind === 'array') return side.items.map(literal)
        const value = get(side.path)
        return value.kind === 'array' ? value.items : mark(value)
      })
      if (typeof a === 'string' || typeof b === 'string')
        return MARKS[worst([a, b].map((x) => (typeof x === 'string' ? x : 'odd')))]
      const inside = (x: Value[], y: Value[]) => x.every((i) => y.some((j) => compare(i, j) === 0))
      if (e.op === 'a_contains') return truth(inside(b!, a!))
      if (e.op === 'a_containedby') return truth(inside(a!, b!))
      if (e.op === 'a_equals') return truth(inside(a!, b!) && inside(b!, a!))
      return truth(a!.some((i) => b!.some((j) => compare(i, j) === 0)))
    }
  }
}

function look(path: Path, json: Json, withheld: Withheld, record: number): Value {
  const { value, repeated } = valueAt(json, path)
  const hidden = omissionsOf(withheld, path)
    .filter((o) => o.records === null || (record >= o.records.start && record < o.records.end))
    .some((o) => o.redacted || value === null)
  return isMasked(withheld, path) || repeated || hidden ? { kind: 'unseen' } : asValue(value)
}

function asValue(json: Json | null): Value {
  if (json === null || json.kind === 'null') return { kind: 'null' }
  if (json.kind === 'number') return { kind: 'number', value: fraction(json.text) }
  if (json.kind === 'array') return { kind: 'array', items: json.items.map(asValue) }
  return json.kind === 'object' ? { kind: 'odd' } : json
}

function literal(l: Literal): Value {
  if (l.kind === 'number') return { kind: 'number', value: fraction(l.text) }
  if (l.kind === 'timestamp' || l.kind === 'date') return { kind: 'time', value: timeOf(l.text)! }
  return l
}

/** Numerator, and denominator above 0. */
function fraction(text: string): [bigint, bigint] {
  const [, digits, decimals = '', exponent = '0'] = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)!
  const power = Number(exponent) - decimals.length
  const whole = BigInt(digits! + decimals)
  return power < 0 ? [whole, 10n ** BigInt(-power)] : [whole * 10n ** BigInt(power), 1n]
}

/** A second in units of 10⁻²⁰, twice as long as it is, so that the leap second has a place behind it. */
const SECOND = 2n * 10n ** 20n
const DAY = 86_400n * SECOND
const FOREVER = 10n ** 40n

/** Date knows the calendar and the offsets; digits of the second, and second 60, are added to what it says. */
function timeOf(text: string): bigint | null {
  if (!/^\d{4}-\d\d-\d\d([Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d))?$/.test(text)) return null
  const [, digits = ''] = /\.(\d+)/.exec(text) ?? []
  const leap = text.slice(17, 19) === '60'
  const plain = text.replace(/\.\d+/, '').replace(/:60/, ':59').toUpperCase()
  const ms = Date.parse(plain)
  if (
    Number.isNaN(ms) ||
    new Date(Date.parse(`${text.slice(0, 10)}T00:00:00Z`)).toISOString().slice(0, 10) !== text.slice(0, 10)
  )
    return null
  const next = new Date(ms + 1000)
  if (leap && !(next.getUTCDate() === 1 && next.toISOString().includes('T00:00:00'))) return null
  return BigInt(ms / 1000) * SECOND + (leap ? SECOND / 2n : 0n) + BigInt(digits.padEnd(20, '0').slice(0, 20))
}

/** The sign of the order, or why there is none. */
function compare(a: Value, b: Value): number | Mark {
  if (a.kind === 'string' && b.kind === 'string')
    return isText(a.value) && isText(b.value) ? Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)) : 'odd'
  if (a.kind === 'number' && b.kind === 'number') return sign(a.value[0] * b.value[1] - b.value[0] * a.value[1])
  if (a.kind === 'boolean' && b.kind === 'boolean') return a.value === b.value ? 0 : 1
  const time = (v: Value) => (v.kind === 'time' ? v.value : v.kind === 'string' ? timeOf(v.value) : null)
  if (a.kind === 'time' || b.kind === 'time') {
    const [x, y] = [time(a), time(b)]
    if (x !== null && y !== null) return sign(x - y)
  }
  return worst([mark(a), mark(b)])
}

const sign = (n: bigint): number => (n < 0n ? -1 : n > 0n ? 1 : 0)

function likeExpression(pattern: string): RegExp {
  const source = pattern.replace(/\\([\s\S])|[\s\S]/gu, (all, taken?: string) => {
    if (taken !== undefined) return taken.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
    return all === '%' ? '.*' : all === '_' ? '.' : all.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
  })
  return new RegExp(`^${source}$`, 'su')
}

/** As Allen's relations are drawn: the first interval from a to b, the second from c to d. */
function relation(op: TemporalRelation, [a, b]: [bigint, bigint], [c, d]: [bigint, bigint]): boolean {
  switch (op) {
    case 't_before':
      return b < c
    case 't_after':
      return d < a
    case 't_disjoint':
      return b < c || d < a
    case 't_intersects':
      return !(b < c || d < a)
    case 't_equals':
      return a === c && b === d
    case 't_meets':
      return b === c
    case 't_metby':
      return a === d
    case 't_during':
      return c < a && b < d
    case 't_contains':
      return a < c && d < b
    case 't_starts':
      return a === c && b < d
    case 't_startedby':
      return a === c && d < b
    case 't_finishes':
      return c < a && b === d
    case 't_finishedby':
      return a < c && b === d
    case 't_overlaps':
      return a < c && c < b && b < d
    case 't_overlappedby':
      return c < a && a < d && d < b
  }
}
