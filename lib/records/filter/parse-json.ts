import { type ExactJson, parseExact } from '@/lib/protocol/exact-json'
import { hasLoneSurrogate } from '@/lib/records/text'
import { faultOf } from './check-literals'
import { connect } from './connect'
import {
  ARRAYS,
  type ArrayOperand,
  type ArrayRelation,
  type Bound,
  COMPARISONS,
  type Comparison,
  type Expression,
  type Literal,
  type Property,
  type Scalar,
  TEMPORAL,
  type Temporal,
  type TemporalRelation,
} from './expression'
import { FilterError, MAX_DEPTH, MAX_MEMBERS, MAX_NODES } from './filter-error'
import { boundOf, instantOf, unsupported } from './parse-text'
import { parseProperty } from './property'

/** The JSON of the longest text, with room for its punctuation. */
const MAX_JSON = 65_536

/**
 * CQL2 JSON (OGC 21-065 §9.2) from its exact text: numbers keep their digits.
 * @throws FilterError with a pointer to the place
 */
export function parseFilterJson(json: string): Expression {
  if (json.length > MAX_JSON) fail('', `a filter has at most ${MAX_JSON} characters of JSON`)
  let depth = 0
  for (const c of json) {
    if (c === '{' || c === '[') depth++
    else if (c === '}' || c === ']') depth--
    // Each condition is an object and a list.
    if (depth > MAX_DEPTH * 2 + 4) fail('', `conditions nest at most ${MAX_DEPTH} deep`)
  }
  let value: ExactJson
  try {
    value = parseExact(json)
  } catch (error) {
    return fail('', (error as Error).message)
  }
  return new Reader().expression(value, '')
}

function fail(pointer: string, message: string): never {
  throw new FilterError(message, { pointer })
}

class Reader {
  #nodes = 0

  expression(j: ExactJson, at: string): Expression {
    this.#count(at)
    if (j.kind === 'scalar' && j.type === 'boolean') return { kind: 'constant', value: j.source === 'true' }
    if (members(j, at).has('property')) fail(at, 'a property alone is no condition: compare it with true')
    const { op, args } = this.#call(j, at)
    const arg = (i: number) => `${at}/args/${i}`
    const need = (n: number) => {
      if (args.length !== n) fail(`${at}/args`, `"${op}" takes ${n} argument${n === 1 ? '' : 's'}`)
    }
    const checked = (e: Expression): Expression => {
      const fault = faultOf(e)
      return fault ? fail(at, fault) : e
    }
    const lower = op.toLowerCase()
    if (op === 'and' || op === 'or') {
      if (args.length < 2) fail(`${at}/args`, `"${op}" takes two arguments or more`)
      return connect(
        op,
        args.map((a, i) => this.expression(a, arg(i))),
      )
    }
    if (op === 'not') {
      need(1)
      return { kind: 'not', of: this.expression(args[0]!, arg(0)) }
    }
    if ((COMPARISONS as readonly string[]).includes(op)) {
      need(2)
      const [left, right] = args.map((a, i) => this.#scalar(a, arg(i))) as [Scalar, Scalar]
      return checked({ kind: 'compare', op: op as Comparison, left, right })
    }
    if (op === 'between') {
      need(3)
      const [value, low, high] = args.map((a, i) => this.#scalar(a, arg(i))) as [Scalar, Scalar, Scalar]
      return checked({ kind: 'between', value, low, high })
    }
    if (op === 'in') {
      need(2)
      return checked({ kind: 'in', value: this.#scalar(args[0]!, arg(0)), items: this.#members(args[1]!, arg(1)) })
    }
    if (op === 'like') {
      need(2)
      const [value, pattern] = args.map((a, i) => this.#scalar(a, arg(i))) as [Scalar, Scalar]
      if (value.kind !== 'property' && value.kind !== 'casei') return fail(arg(0), 'a property or casei was expected')
      if (pattern.kind !== 'string' && pattern.kind !== 'casei') return fail(arg(1), 'a pattern was expected')
      return { kind: 'like', value, pattern }
    }
    if (op === 'isNull') {
      need(1)
      return { kind: 'isNull', value: this.#property(args[0]!, arg(0)) }
    }
    if ((TEMPORAL as readonly string[]).includes(lower)) {
      need(2)
      const [left, right] = args.map((a, i) => this.#temporal(a, arg(i))) as [Temporal, Temporal]
      return { kind: 'temporal', op: lower as TemporalRelation, left, right }
    }
    if ((ARRAYS as readonly string[]).includes(lower)) {
      need(2)
      const [left, right] = args.map((a, i) => this.#array(a, arg(i))) as [ArrayOperand, ArrayOperand]
      return { kind: 'array', op: lower as ArrayRelation, left, right }
    }
    if (['+', '-', '*', '/', '^', '%', 'div'].includes(op)) fail(`${at}/op`, `arithmetic ("${op}") is not supported`)
    return fail(`${at}/op`, unsupported(lower, op))
  }

  #count(at: string): void {
    if (++this.#nodes > MAX_NODES) fail(at, `a filter has at most ${MAX_NODES} conditions and values`)
  }

  #call(j: ExactJson, at: string): { op: string; args: readonly ExactJson[] } {
    const m = members(j, at)
    const op = m.get('op')
    const args = m.get('args')
    if (op?.kind !== 'string') return fail(`${at}/op`, 'the name of an operator was expected')
    if (args?.kind !== 'array') return fail(`${at}/args`, 'a list of arguments was expected')
    if (m.size > 2) fail(at, 'only "op" and "args" belong here')
    return { op: op.value, args: args.items }
  }

  #scalar(j: ExactJson, at: string): Scalar {
    this.#count(at)
    if (j.kind === 'string') return { kind: 'string', value: text(j.value, at) }
    if (j.kind === 'scalar') {
      if (j.type === 'null') return fail(at, 'null is compared with {"op":"isNull"}')
      return j.type === 'number' ? { kind: 'number', text: j.source } : { kind: 'boolean', value: j.source === 'true' }
    }
    const m = members(j, at)
    if (m.has('property')) return this.#property(j, at)
    const instant = instantIn(m, at)
    if (instant) return instant
    const { op, args } = this.#call(j, at)
    if (op !== 'casei') return fail(`${at}/op`, unsupported(op.toLowerCase(), op))
    if (args.length !== 1) fail(`${at}/args`, '"casei" takes 1 argument')
    const of = this.#scalar(args[0]!, `${at}/args/0`)
    if (of.kind !== 'property' && of.kind !== 'string' && of.kind !== 'casei')
      return fail(`${at}/args/0`, 'casei takes a property or a text')
    return { kind: 'casei', of }
  }

  #property(j: ExactJson, at: string): Property {
    const name = members(j, at).get('property')
    if (name?.kind !== 'string') return fail(at, '{"property": "name"} was expected')
    try {
      return { kind: 'property', path: parseProperty(name.value) }
    } catch (error) {
      return fail(`${at}/property`, (error as Error).message)
    }
  }

  #members(j: ExactJson, at: string): Scalar[] {
    if (j.kind !== 'array' || j.items.length === 0) return fail(at, 'a list of values was expected')
    if (j.items.length > MAX_MEMBERS) fail(at, `a list has at most ${MAX_MEMBERS} members`)
    return j.items.map((item, i) => this.#scalar(item, `${at}/${i}`))
  }

  #temporal(j: ExactJson, at: string): Temporal {
    this.#count(at)
    const m = members(j, at)
    if (m.has('property')) return this.#property(j, at)
    const interval = m.get('interval')
    if (!interval) return instantIn(m, at) ?? fail(at, 'a property, timestamp, date or interval was expected')
    if (interval.kind !== 'array' || interval.items.length !== 2) return fail(at, 'an interval has two ends')
    const [start, end] = interval.items.map((b, i) => this.#bound(b, `${at}/interval/${i}`)) as [Bound, Bound]
    return { kind: 'interval', start, end }
  }

  #bound(j: ExactJson, at: string): Bound {
    if (j.kind === 'string') return boundOf(j.value, (message) => fail(at, message))
    const m = members(j, at)
    return m.has('property') ? this.#property(j, at) : (instantIn(m, at) ?? fail(at, 'an instant was expected'))
  }

  #array(j: ExactJson, at: string): ArrayOperand {
    this.#count(at)
    if (j.kind !== 'array') return this.#property(j, at)
    if (j.items.length > MAX_MEMBERS) fail(at, `a list has at most ${MAX_MEMBERS} members`)
    const items = j.items.map((item, i) => this.#scalar(item, `${at}/${i}`))
    if (items.some((i) => i.kind === 'property' || i.kind === 'casei')) fail(at, 'a list holds values only')
    return { kind: 'array', items: items as Literal[] }
  }
}

function members(j: ExactJson, at: string): Map<string, ExactJson> {
  if (j.kind !== 'object') return fail(at, 'an object was expected')
  const found = new Map(j.members.map((m) => [m.name, m.value]))
  if (found.size < j.members.length) fail(at, 'a name is used twice in its object')
  return found
}

function instantIn(m: Map<string, ExactJson>, at: string): (Literal & { kind: 'timestamp' | 'date' }) | null {
  for (const kind of ['timestamp', 'date'] as const) {
    const value = m.get(kind)
    if (!value) continue
    if (value.kind !== 'string') return fail(`${at}/${kind}`, 'a text was expected')
    return instantOf(kind, value.value, (message) => fail(`${at}/${kind}`, message))
  }
  return null
}

function text(value: string, at: string): string {
  if (hasLoneSurrogate(value)) fail(at, 'half of a surrogate pair is no text')
  return value
}
