import type { Expression, Path } from '@/lib/records/filter/expression'
import { isIncomparable, isIndeterminate, isMatch, TRUE, WITHHELD } from '@/lib/records/filter/truth'
import type { RecordSpec, ResumePoint } from '@/lib/records/format'
import { type AggregateSpec, Aggregation, type AggregationState } from '@/lib/records/query/aggregate'
import { compileFilter, type RecordTest } from '@/lib/records/query/compile-filter'
import { type FedRecord, RecordFeed } from '@/lib/records/record-feed'
import type { Shape } from '@/lib/records/shape'
import type { OmittedField } from '@/lib/records/withheld'
import { type Shown, showOpen, showRecord, type View } from './show-record'

/** One page of a query, as plain data: what a thread is told. Without a filter every record matches. */
export type PageJob = {
  kind: 'page'
  spec: RecordSpec
  shape: Shape
  filter: Expression | null
  fields: Path[] | null
  aggregate: { spec: AggregateSpec; state: AggregationState | null } | null
  /** Names to remove from each record, or null. */
  mask: string[] | null
  omitted: OmittedField[]
  limit: number
  maxBytes: number
  /** What records longer than this are: held only in part, so that nothing is known of them. Bytes. */
  held: number
}

/** What a step has found. Records below `examined` are done with; the counts are of this step. */
export type PageTaken = {
  examined: number
  matched: number
  indeterminate: number
  incomparable: number
  shown: Shown[]
  /** The page has all that it may have. */
  full: boolean
  /** A record that has begun and not ended, and where. */
  open: { record: number; start: number } | null
  /** At the end, of an aggregate. */
  aggregation: AggregationState | null
}

/** Looks at records in order and takes those that match, until the page is full. Synchronous and without a clock. */
export class PageScan {
  readonly #view: View
  readonly #test: RecordTest
  readonly #aggregation: Aggregation | null
  #feed: RecordFeed | null = null
  #from = 0
  #until = 0
  #examined = 0
  #used = 0
  #count = 0
  #full = false
  #counts = { matched: 0, indeterminate: 0, incomparable: 0 }
  #shown: Shown[] = []

  constructor(private readonly job: PageJob) {
    const mask = job.mask && new Set(job.mask)
    const withheld = { mask: mask ?? new Set<string>(), omitted: job.omitted }
    this.#view = {
      spec: job.spec,
      columns: job.shape.columns,
      fields: job.fields,
      mask,
      maxBytes: job.maxBytes,
    }
    this.#test = compileFilter(job.filter, job.shape, withheld)
    this.#aggregation =
      job.aggregate &&
      (job.aggregate.state
        ? Aggregation.restore(job.aggregate.spec, job.shape, withheld, job.aggregate.state)
        : new Aggregation(job.aggregate.spec, job.shape, withheld))
  }

  /** What is pushed next begins at `at`. Only the records `[from, until)` are looked at. */
  span(at: ResumePoint, from: number, until: number): void {
    this.#from = from
    this.#until = until
    this.#examined = from
    this.#feed = new RecordFeed(this.job.spec, (r) => this.#look(r), { resume: at, held: this.job.held })
  }

  push(bytes: Uint8Array, last: boolean): PageTaken {
    if (!this.#full) {
      this.#feed!.push(bytes)
      if (last) this.#feed!.end()
      this.#stopBefore()
    }
    return this.#taken()
  }

  /** The record that has begun is longer than a page, and there is no time to find its end: it counts as examined. */
  cut(): PageTaken {
    const open = this.#feed!.open
    if (open && !this.#full) this.#settle(open.record, this.#ofUnread(), () => this.#cutOpen(open))
    this.#full = true
    return this.#taken()
  }

  end(): PageTaken {
    return { ...this.#taken(), aggregation: this.#aggregation?.state() ?? null }
  }

  #taken(): PageTaken {
    const taken = {
      examined: this.#examined,
      ...this.#counts,
      shown: this.#shown,
      full: this.#full,
      open: this.#feed?.open ?? null,
      aggregation: null,
    }
    this.#counts = { matched: 0, indeterminate: 0, incomparable: 0 }
    this.#shown = []
    return taken
  }

  /** Nothing is known of a record that could not be held. */
  #ofUnread() {
    return this.job.filter === null && !this.#aggregation ? TRUE : WITHHELD
  }

  #look(r: FedRecord): void {
    if (this.#full || r.record < this.#from || r.record >= this.#until) return
    const truth = r.whole ? this.#test(r.bytes, 0, r.bytes.length, r.record) : this.#ofUnread()
    this.#settle(r.record, truth, () => this.#take(r))
  }

  /** Counts a record, unless it belongs to the next page. */
  #settle(record: number, truth: number, take: () => boolean): void {
    if (isMatch(truth)) {
      if (!take()) return
      this.#counts.matched++
    } else if (isIndeterminate(truth)) this.#counts.indeterminate++
    else if (isIncomparable(truth)) this.#counts.incomparable++
    this.#examined = record + 1
  }

  /** @returns false when the page has no room for the record */
  #take(r: FedRecord): boolean {
    if (this.#aggregation) {
      this.#aggregation.add(r.bytes, 0, r.bytes.length, r.record)
      return true
    }
    const { item, length } = showRecord(this.#view, r)
    return this.#show(item, length)
  }

  #cutOpen(open: { record: number; start: number }): boolean {
    return this.#show(showOpen(this.#view, open, this.#feed!.beginning(this.job.maxBytes)), this.job.maxBytes)
  }

  /** A page always has one record, however long. */
  #show(item: Shown, length: number): boolean {
    if (this.#count > 0 && this.#used + length > this.job.maxBytes) {
      this.#full = true
      return false
    }
    this.#shown.push(item)
    this.#used += length
    this.#count++
    this.#full = this.#used > this.job.maxBytes || this.#count >= this.job.limit
    return true
  }

  /** Where every record is served as it is, one that has begun may already be too long for what is left of the page. */
  #stopBefore(): void {
    const open = this.#feed!.open
    if (!open || open.record < this.#from || this.#view.mask || this.job.filter !== null || this.job.fields) return
    if (this.#count > 0 && !this.#aggregation && this.#used + this.#feed!.offset - open.start > this.job.maxBytes)
      this.#full = true
  }
}
