import { csvTypes, typedColumns } from './csv-types'
import type { RecordSpec } from './format'
import { type FedRecord, RecordFeed } from './record-feed'
import { IndexBuilder } from './record-index'
import { type SchemaCheck, type SchemaFault, schemaCheck } from './schema-check'
import type { Column, Shape } from './shape'
import { StatisticsBuilder } from './statistics/builder'
import { recordValue } from './value'

/**
 * What is to be found out about content as it is published, as plain data: what a thread is told. `schema` is the document
 * of the registered schema that it is validated by, or null; it is known to compile.
 */
export type InspectJob = { kind: 'inspect'; spec: RecordSpec; chunkSize: number; schema: string | null }

/** The first record that does not fit the schema, and where in it. */
export type FirstInvalid = { record: number } & SchemaFault

/** What was found: how many records there are, where they begin, what each chunk of them holds, whether they fit the schema. */
export type Inspected = {
  records: number
  columns: Column[] | null
  index: Uint8Array
  statistics: Uint8Array
  validated: { invalid: number; first: FirstInvalid | null } | null
}

/**
 * Looks into each record once, as the content passes, and holds one at most. `push` throws `FormatError` for content that
 * is not what it was taken for.
 */
export class Inspection {
  readonly #job: Omit<InspectJob, 'kind'>
  readonly #feed: RecordFeed
  readonly #index: IndexBuilder
  #check: SchemaCheck | null = null
  #columns: Column[] | null = null
  #statistics: StatisticsBuilder | null = null
  #invalid = 0
  #first: FirstInvalid | null = null

  constructor(job: Omit<InspectJob, 'kind'>) {
    this.#job = job
    this.#index = new IndexBuilder(job.chunkSize)
    this.#feed = new RecordFeed(job.spec, (r) => this.#take(r))
  }

  push(bytes: Uint8Array, last: boolean): void {
    this.#feed.push(bytes)
    if (last) this.#feed.end()
  }

  end(): Inspected {
    const statistics = this.#begun().encode()
    const { records } = this.#feed
    const columns = this.#columns
    return {
      records,
      columns,
      index: this.#index.encode({ records, columns }),
      statistics,
      validated: this.#check && { invalid: this.#invalid, first: this.#first },
    }
  }

  /** What the columns of csv are is known when its first row has ended; before that there is nothing to look into. */
  #begun(): StatisticsBuilder {
    if (this.#statistics) return this.#statistics
    const { header } = this.#feed
    this.#columns = header && typedColumns(header, csvTypes(this.#job.schema))
    const shape = { format: this.#job.spec.format, columns: this.#columns } as Shape
    this.#statistics = new StatisticsBuilder(shape, this.#job.chunkSize)
    if (this.#job.schema !== null) this.#check = schemaCheck(this.#job.schema)
    return this.#statistics
  }

  #take(r: FedRecord): void {
    this.#index.end(r.record, r.start)
    if (r.whole) this.#begun().add(r.record, r.start, r.bytes, 0, r.bytes.length)
    else this.#begun().addUnreadable(r.record, r.start)
    if (this.#check) this.#validate(this.#check, r)
  }

  #validate(check: SchemaCheck, r: FedRecord): void {
    const fault = r.whole ? this.#fault(check, r.bytes) : { pointer: '', message: 'too long to be validated' }
    if (!fault) return
    this.#invalid++
    this.#first ??= { record: r.record, ...fault }
  }

  #fault(check: SchemaCheck, bytes: Buffer): SchemaFault | null {
    const value = recordValue(this.#job.spec, this.#columns, bytes)
    return 'json' in value ? check.check(value.json) : { pointer: '', message: 'is not valid UTF-8' }
  }
}
