import type { RecordFormat } from '@/lib/protocol/publish'

/** How bytes divide into records. */
export type RecordSpec = { format: RecordFormat; pointer: string | null }

/**
 * Finds the records of a byte stream, incrementally, in constant memory whatever the length of a record, and refuses
 * what does not have the format. Offsets are absolute in the artifact. A record's span holds the record alone: no line
 * terminator, no comma, no white space around it, no BOM.
 */
export interface Splitter {
  push(bytes: Uint8Array): void
  /** Call once, after the last byte. Throws `FormatError` for content that ends in the middle. */
  end(): void
  /** Records ended so far, counted from the first record of the artifact. */
  readonly records: number
  /** How far in the artifact the bytes seen so far reach. */
  readonly offset: number
  /** The column names of csv, once its first row has ended; null for every other format. */
  readonly header: string[] | null
}

/** Where to go on: `offset` is where record number `record` begins (or the end, when there is no such record). */
export type ResumePoint = { offset: number; record: number; header?: string[] | null }

/** Called when a record begins and when it ends: `start(offset)`, then `end(start, end)`. */
export type RecordSink = {
  start?(record: number, offset: number): void
  end(record: number, start: number, end: number): void
}

/** Content that does not have its format. Places are as a person counts: records and lines from 1, bytes from 0. */
export class FormatError extends Error {
  constructor(
    readonly format: RecordFormat,
    readonly at: { record?: number; line?: number; byte: number },
    readonly detail: string,
  ) {
    super(`${format}: ${detail}`)
  }
}
