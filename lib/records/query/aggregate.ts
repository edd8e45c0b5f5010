import type { Path } from '@/lib/records/filter/expression'
import { ARRAY, BOOLEAN, type Kind, NULL, NUMBER, STRING } from '@/lib/records/json-bytes'
import { compareNumbers, numberKey } from '@/lib/records/number'
import type { Shape } from '@/lib/records/shape'
import { compareTexts } from '@/lib/records/text'
import type { Withheld } from '@/lib/records/withheld'
import { openValues } from './open-values'
import { pathTable } from './paths-of'
import { type RecordValues, UNSEEN } from './values'

export type AggregateSpec = {
  group_by: readonly Path[]
  metrics: readonly { op: 'count' | 'min' | 'max'; field?: Path }[]
}

/** Groups that are told apart: what has to be kept from page to page, and what a person can read. */
export const MAX_GROUPS = 1000
/** The longest text, in UTF-16 units, that is kept as a key, a least or a greatest value. */
export const MAX_TEXT = 4096

/** Of one metric. `value` is JSON text: a count, or a captured number or string, or null where there is none. */
export type MetricResult = {
  value: string
  /** Records of the group whose field is withheld, so that the value may be another. */
  unknown: number
  /** Values that a least or greatest does not take in: no number and no string, no text, or longer than `MAX_TEXT`. */
  not_compared: number
  /** There are both numbers and strings, of which none is the least or greatest; the value is null. */
  mixed: boolean
}

export type AggregateResult = {
  /** In the order in which they were first seen; `key` is JSON text for each member of `group_by`. */
  groups: { key: string[]; metrics: MetricResult[] }[]
  /** Records with a key that is an array or an object, no text, or longer than `MAX_TEXT`. */
  not_grouped: number
  /** Records with a key that is withheld. */
  not_grouped_withheld: number
  /** Records of groups beyond the first `MAX_GROUPS`. */
  beyond_bound: number
}

/** As JSON keeps it. `number` and `string` are the least or greatest of their kind so far. */
type Cell = { count: number; unknown: number; not_compared: number; number: string | null; string: string | null }
type Group = { key: string[]; cells: Cell[] }
type State = Pick<AggregateResult, 'not_grouped' | 'not_grouped_withheld' | 'beyond_bound'> & { groups: Group[] }

/** Counts, least and greatest values of records, in groups or all in one, record after record and page after page. */
export class Aggregation {
  readonly #spec: AggregateSpec
  readonly #values: RecordValues
  readonly #keySlots: number[]
  /** By metric; -1 where it has no field. */
  readonly #fieldSlots: number[]
  readonly #state: State
  readonly #groups = new Map<string, Group>()

  constructor(spec: AggregateSpec, shape: Shape, withheld: Withheld, state: State = emptyState()) {
    const fields = spec.metrics.map((m) => m.field ?? null)
    const { paths, slot } = pathTable([...spec.group_by, ...fields.filter((field) => field !== null)])
    this.#spec = spec
    this.#values = openValues(paths, shape, withheld)
    this.#keySlots = spec.group_by.map(slot)
    this.#fieldSlots = fields.map((field) => (field === null ? -1 : slot(field)))
    this.#state = state
    for (const group of state.groups) this.#groups.set(identity(group.key), group)
    // Without keys there is one group, be there records or not.
    if (spec.group_by.length === 0) this.#group([])
  }

  /** Goes on where another, of the same arguments, was when it gave its `state()`. */
  static restore(spec: AggregateSpec, shape: Shape, withheld: Withheld, state: unknown): Aggregation {
    return new Aggregation(spec, shape, withheld, structuredClone(state) as State)
  }

  state(): unknown {
    return structuredClone(this.#state)
  }

  add(bytes: Buffer, start: number, end: number, record: number): void {
    this.#values.load(bytes, start, end, record)
    const key = this.#key()
    if (key === null) return
    const group = this.#group(key)
    if (group === null) {
      this.#state.beyond_bound++
      return
    }
    for (let i = 0; i < this.#fieldSlots.length; i++) this.#count(group.cells[i]!, this.#fieldSlots[i]!, i)
  }

  result(): AggregateResult {
    const { groups, ...counts } = this.#state
    return {
      groups: groups.map(({ key, cells }) => ({ key, metrics: cells.map((c, i) => this.#metric(c, i)) })),
      ...counts,
    }
  }

  /** The key of the record at hand; null, and counted, where it has none. */
  #key(): string[] | null {
    const { kinds } = this.#values
    if (this.#keySlots.some((slot) => kinds[slot] === UNSEEN)) {
      this.#state.not_grouped_withheld++
      return null
    }
    const key: string[] = []
    for (const slot of this.#keySlots) {
      const part = kinds[slot]! <= NULL ? 'null' : kinds[slot]! < ARRAY ? this.#jsonText(slot) : null
      if (part === null) {
        this.#state.not_grouped++
        return null
      }
      key.push(part)
    }
    return key
  }

  #group(key: string[]): Group | null {
    const id = identity(key)
    const known = this.#groups.get(id)
    if (known) return known
    if (this.#groups.size >= MAX_GROUPS) return null
    const cells = this.#spec.metrics.map(() => ({ count: 0, unknown: 0, not_compared: 0, number: null, string: null }))
    const group: Group = { key, cells }
    this.#groups.set(id, group)
    this.#state.groups.push(group)
    return group
  }

  #count(cell: Cell, slot: number, metric: number): void {
    const { op } = this.#spec.metrics[metric]!
    const kind = slot < 0 ? BOOLEAN : this.#values.kinds[slot]!
    if (kind <= NULL) return
    if (kind === UNSEEN) cell.unknown++
    else if (op === 'count') cell.count++
    else this.#extend(cell, slot, kind, op === 'min' ? -1 : 1)
  }

  /** Takes a value in that is further in the direction of `sign` than the one so far; of equal ones the first stays. */
  #extend(cell: Cell, slot: number, kind: Kind, sign: 1 | -1): void {
    const text = kind === NUMBER || kind === STRING ? this.#values.text(slot) : null
    if (text === null || text.length > MAX_TEXT) cell.not_compared++
    else if (kind === NUMBER) {
      if (cell.number === null || compareNumbers(text, cell.number) * sign > 0) cell.number = text
    } else if (cell.string === null || compareTexts(text, cell.string) * sign > 0) cell.string = text
  }

  /** Of a scalar; null where it has no text, or too long a one. */
  #jsonText(slot: number): string | null {
    const text = this.#values.text(slot)
    if (text === null || text.length > MAX_TEXT) return null
    return this.#values.kinds[slot] === STRING ? JSON.stringify(text) : text
  }

  #metric(cell: Cell, i: number): MetricResult {
    const { count, unknown, not_compared, number, string } = cell
    const mixed = number !== null && string !== null
    const extreme = mixed ? 'null' : (number ?? (string === null ? 'null' : JSON.stringify(string)))
    return { value: this.#spec.metrics[i]!.op === 'count' ? `${count}` : extreme, unknown, not_compared, mixed }
  }
}

const emptyState = (): State => ({ groups: [], not_grouped: 0, not_grouped_withheld: 0, beyond_bound: 0 })

/** One text for equal keys: 1.0 is 1. What JSON.stringify wrote is the same for the same text. */
const identity = (key: readonly string[]): string =>
  JSON.stringify(key.map((part) => (/^[-\d]/.test(part) ? numberKey(part) : part)))
