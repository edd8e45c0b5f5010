import type { RecordSpec } from './format'
import { type FedRecord, RecordFeed } from './record-feed'
import { IndexBuilder } from './record-index'
import type { Shape } from './shape'
import { StatisticsBuilder } from './statistics/builder'

/** What is to be found out about content as it is published, as plain data: what a thread is told. */
export type InspectJob = { kind: 'inspect'; spec: RecordSpec; chunkSize: number }

/** What was found: how many records there are, where they begin, and what each chunk of them holds. */
export type Inspected = { records: number; header: string[] | null; index: Uint8Array; statistics: Uint8Array }

/**
 * Looks into each record once, as the content passes, and holds one at most. `push` throws `FormatError` for content that
 * is not what it was taken for.
 */
export class Inspection {
  readonly #job: Omit<InspectJob, 'kind'>
  readonly #feed: RecordFeed
  readonly #index: IndexBuilder
  #statistics: StatisticsBuilder | null = null

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
    const { records, header } = this.#feed
    return { records, header, index: this.#index.encode(this.#feed), statistics: this.#begun().encode() }
  }

  /** What the columns of csv are is known when its first row has ended. */
  #begun(): StatisticsBuilder {
    const columns = this.#feed.header?.map((name) => ({ name, type: 'text' as const })) ?? null
    this.#statistics ??= new StatisticsBuilder({ format: this.#job.spec.format, columns } as Shape, this.#job.chunkSize)
    return this.#statistics
  }

  #take(r: FedRecord): void {
    this.#index.end(r.record, r.start)
    if (r.whole) this.#begun().add(r.record, r.start, r.bytes, 0, r.bytes.length)
    else this.#begun().addUnreadable(r.record, r.start)
  }
}
