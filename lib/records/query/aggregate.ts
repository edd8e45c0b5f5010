import type { Path } from '@/lib/records/filter/expression'
import { BOOLEAN, MISSING, NULL, NUMBER, STRING } from '@/lib/records/json-bytes'
import { compareNumbers, numberKey } from '@/lib/records/number'
import type { Shape } from '@/lib/records/shape'
import { compareTexts } from '@/lib/records/text'
import type { Withheld } from '@/lib/records/withheld'
import { openValues } from './open-values'
import { type RecordValues, UNSEEN } from './values'

export type MetricSpec = { op: 'count' | 'min' | 'max'; field?: Path }
export type AggregateSpec = { group_by: Path[]; metrics: MetricSpec[] }

/** More groups than these are a listing: their records are counted, and that they have no group of their own is said. */
export const MAX_GROUPS = 1_000
/**
 * A longer text, in UTF-16 units of its JSON, is no category, nor a figure: every group would keep one, from page to page.
 */
export const MAX_TEXT = 1_024

/** `least` is the value so far, as JSON text: the least for min, the greatest for max. */
type Figure = { count: number; least: string | null; mixed: boolean; unknown: number }
type Group = { key: string[]; figures: Figure[] }

/** The figures so far, as plain data. */
export type AggregationState = {
  groups: Group[]
  beyond_bound: number
  not_grouped: number
  not_grouped_withheld: number
}

/**
 * Figures about the records of a query, by group, in the order in which groups appear. Values keep the text they were
 * captured with; groups are equal by value, so that 1.0 and 1 are one. What is withheld from the reader is in no figure,
 * and counted as that.
 */
export class Aggregation {
  readonly #values: RecordValues
  readonly #groups = new Map<string, Group>()
  #beyondBound = 0
  #notGrouped = 0
  #notGroupedWithheld = 0

  constructor(
    readonly spec: AggregateSpec,
    shape: Shape,
    withheld: Withheld,
  ) {
    // One slot for each place in the question: the same path may stand in several.
    this.#values = openValues([...spec.group_by, ...spec.metrics.map((m) => m.field ?? [])], shape, withheld)
    // Without a grouping there is one group, of no records at first.
    if (spec.group_by.length === 0) this.#group('', [])
  }

  static restore(spec: AggregateSpec, shape: Shape, withheld: Withheld, state: AggregationState): Aggregation {
    const made = new Aggregation(spec, shape, withheld)
    for (const group of state.groups) made.#groups.set(keyOf(group.key), structuredClone(group))
    made.#beyondBound = state.beyond_bound
    made.#notGrouped = state.not_grouped
    made.#notGroupedWithheld = state.not_grouped_withheld
    return made
  }

  add(bytes: Buffer, start: number, end: number, record: number): void {
    this.#values.load(bytes, start, end, record)
    const key: string[] = []
    for (let slot = 0; slot < this.spec.group_by.length; slot++) {
      const kind = this.#values.kinds[slot]!
      if (kind === UNSEEN) {
        this.#notGroupedWithheld++
        return
      }
      const json = kind === MISSING || kind === NULL ? 'null' : this.#json(slot)
      if (json === null) {
        this.#notGrouped++
        return
      }
      key.push(json)
    }
    const group = this.#group(keyOf(key), key)
    if (!group) this.#beyondBound++
    else
      for (const [i, metric] of this.spec.metrics.entries())
        this.#measure(metric, this.spec.group_by.length + i, group.figures[i]!)
  }

  state(): AggregationState {
    return {
      groups: [...this.#groups.values()],
      beyond_bound: this.#beyondBound,
      not_grouped: this.#notGrouped,
      not_grouped_withheld: this.#notGroupedWithheld,
    }
  }

  #group(id: string, key: string[]): Group | null {
    const known = this.#groups.get(id)
    if (known) return known
    if (this.#groups.size >= MAX_GROUPS) return null
    const group = {
      key,
      figures: this.spec.metrics.map(() => ({ count: 0, least: null, mixed: false, unknown: 0 })),
    }
    this.#groups.set(id, group)
    return group
  }

  #measure({ op, field }: MetricSpec, slot: number, figure: Figure): void {
    if (!field) {
      figure.count++
      return
    }
    const kind = this.#values.kinds[slot]!
    if (kind === UNSEEN) {
      figure.unknown++
      return
    }
    if (kind === MISSING || kind === NULL) return
    figure.count++
    if (op === 'count' || figure.mixed) return
    const json = kind === NUMBER || kind === STRING ? this.#json(slot) : null
    if (json === null || (figure.least !== null && isText(json) !== isText(figure.least))) figure.mixed = true
    else if (figure.least === null || compare(json, figure.least) * (op === 'min' ? 1 : -1) < 0) figure.least = json
  }

  /** The JSON text of a scalar; null for what is none, cannot be read, or is too long to be kept. */
  #json(slot: number): string | null {
    const kind = this.#values.kinds[slot]!
    if (kind !== NUMBER && kind !== BOOLEAN && kind !== STRING) return null
    const text = this.#values.text(slot)
    if (text === null || text.length > MAX_TEXT) return null
    const json = kind === STRING ? JSON.stringify(text) : text
    return json.length > MAX_TEXT ? null : json
  }
}

const isText = (json: string) => json[0] === '"'

const compare = (a: string, b: string): number =>
  isText(a) ? compareTexts(JSON.parse(a) as string, JSON.parse(b) as string) : compareNumbers(a, b)

/** Equal numbers are one key, whatever their spelling. */
const keyOf = (key: readonly string[]): string =>
  key.map((json) => (/^[-\d]/.test(json) ? `#${numberKey(json)}` : json)).join('\n')

/** The value of a figure as JSON text. Where values have no order none is the least: null. */
export const figureJson = (op: MetricSpec['op'], figure: Figure): string =>
  op === 'count' ? String(figure.count) : figure.mixed ? 'null' : (figure.least ?? 'null')
