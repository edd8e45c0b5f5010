import type { RecordSpec, Splitter } from './format'
import { IndexBuilder } from './record-index'
import { openSplitter } from './splitter'

/** What is to be found out about content as it is published, as plain data: what a thread is told. */
export type InspectJob = { kind: 'inspect'; spec: RecordSpec; chunkSize: number }

/** What was found: how many records there are, and where they begin. */
export type Inspected = { records: number; header: string[] | null; index: Uint8Array }

/** Looks at the records as the content passes. `push` throws `FormatError` for content that is not what it was taken for. */
export class Inspection {
  readonly #splitter: Splitter
  readonly #index: IndexBuilder

  constructor(job: Omit<InspectJob, 'kind'>) {
    this.#index = new IndexBuilder(job.chunkSize)
    this.#splitter = openSplitter(job.spec, this.#index)
  }

  push(bytes: Uint8Array, last: boolean): void {
    this.#splitter.push(bytes)
    if (last) this.#splitter.end()
  }

  end(): Inspected {
    const { records, header } = this.#splitter
    return { records, header, index: this.#index.encode(this.#splitter) }
  }
}
