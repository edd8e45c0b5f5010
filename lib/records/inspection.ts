import type { RecordSpec } from './format'
import { type FedRecord, RecordFeed } from './record-feed'
import { IndexBuilder } from './record-index'
import { compileSchema, csvTypes, type SchemaCheck, type SchemaFault } from './schema-check'
import type { Column, Shape } from './shape'
import { StatisticsBuilder } from './statistics/builder'
import { recordValue } from './value'

/** What is to be found out about content as it is published, as plain data: what a thread is told. */
export type InspectJob = { kind: 'inspect'; spec: RecordSpec; chunkSize: number; schema: string | null }

export type FirstInvalid = { record: number } & SchemaFault

/** What was found: counted, where records begin, what each chunk holds, and whether the records fit their schema. */
export type Inspected = {
  records: number
  columns: Column[] | null
  index: Uint8Array
  statistics: Uint8Array
  schema: { invalid: number; first: FirstInvalid | null } | null
}

/**
 * Looks into each record once, as the content passes, and holds one record at most. `push` and `end` throw `FormatError`
 * for content that is not what it was taken for.
 */
export class Inspection {
  readonly #spec: RecordSpec
  readonly #chunkSize: number
  readonly #schema: string | null
  readonly #feed: RecordFeed
  readonly #index: IndexBuilder
  readonly #check: SchemaCheck | null
  #columns: Column[] | null = null
  #statistics: StatisticsBuilder | null = null
  #invalid = 0
  #first: FirstInvalid | null = null

  constructor(job: Omit<InspectJob, 'kind'>) {
    this.#spec = job.spec
    this.#chunkSize = job.chunkSize
    this.#schema = job.schema
    this.#index = new IndexBuilder(job.chunkSize)
    this.#check = job.schema === null ? null : compileSchema(job.schema)
    this.#feed = new RecordFeed(job.spec, (r) => this.#take(r))
  }

  push(bytes: Uint8Array, last = false): void {
    this.#feed.push(bytes)
    if (last) this.#feed.end()
  }

  end(): Inspected {
    const statistics = this.#begin()
    return {
      records: this.#feed.records,
      columns: this.#columns,
      index: this.#index.encode(this.#feed, this.#columns),
      statistics: statistics.encode(),
      schema: this.#check && { invalid: this.#invalid, first: this.#first },
    }
  }

  /** What the columns of csv are is known when its first row has ended. */
  #begin(): StatisticsBuilder {
    if (this.#statistics) return this.#statistics
    const { header } = this.#feed
    if (header) {
      const types = this.#schema === null ? new Map() : csvTypes(this.#schema)
      this.#columns = header.map((name) => ({ name, type: types.get(name) ?? 'text' }))
    }
    const shape = { format: this.#spec.format, columns: this.#columns } as Shape
    this.#statistics = new StatisticsBuilder(shape, this.#chunkSize)
    return this.#statistics
  }

  #take(r: FedRecord): void {
    this.#index.end(r.record, r.start)
    const statistics = this.#begin()
    if (!r.whole) {
      statistics.addUnreadable(r.record, r.start)
      if (this.#check) this.#fails(r.record, { pointer: '', message: 'is too long to be validated' })
      return
    }
    statistics.add(r.record, r.start, r.bytes, 0, r.bytes.length)
    if (this.#check) this.#validate(this.#check, r)
  }

  #validate(check: SchemaCheck, r: FedRecord): void {
    const value = recordValue(this.#spec, this.#columns, r.bytes)
    const fault = 'json' in value ? check.check(value.json) : { pointer: '', message: 'is not valid UTF-8' }
    if (fault) this.#fails(r.record, fault)
  }

  #fails(record: number, fault: SchemaFault): void {
    this.#invalid++
    this.#first ??= { record, ...fault }
  }
}
