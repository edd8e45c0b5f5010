import type { RecordSink, RecordSpec, Splitter } from './format'

/** "HFI" and the version of the encoding. */
const MAGIC = Buffer.from([0x48, 0x46, 0x49, 1])

/**
 * Collects where records begin: the first one of about every chunk, so that finding any record decrypts about one chunk
 * more than it needs.
 */
export class IndexBuilder implements RecordSink {
  #records: number[] = []
  #offsets: number[] = []
  #next = 0

  constructor(private readonly spacing: number) {}

  end(record: number, start: number): void {
    if (start < this.#next) return
    this.#records.push(record)
    this.#offsets.push(start)
    this.#next = start + this.spacing
  }

  /** The index as bytes: magic, count of records, header as JSON, then pairs of differences, all numbers as LEB128. */
  encode(_spec: RecordSpec, splitter: Splitter | null): Buffer {
    const out: number[] = []
    put(out, splitter?.records ?? 0)
    const header = Buffer.from(splitter?.header ? JSON.stringify(splitter.header) : '')
    put(out, header.length)
    const entries: number[] = []
    put(entries, this.#records.length)
    this.#records.forEach((record, i) => {
      put(entries, record - (this.#records[i - 1] ?? 0))
      put(entries, this.#offsets[i]! - (this.#offsets[i - 1] ?? 0))
    })
    return Buffer.concat([MAGIC, Buffer.from(out), header, Buffer.from(entries)])
  }
}

/** Where records begin in an artifact: positions, never content (but for the names of csv columns). */
export class RecordIndex {
  private constructor(
    readonly records: number,
    readonly header: string[] | null,
    private readonly starts: Float64Array,
    private readonly offsets: Float64Array,
  ) {}

  /** @throws Error for bytes that `encode` did not write */
  static decode(bytes: Buffer): RecordIndex {
    if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw broken()
    const cursor = { at: MAGIC.length }
    const records = take(bytes, cursor)
    const length = take(bytes, cursor)
    const header = length > 0 ? (JSON.parse(bytes.toString('utf8', cursor.at, cursor.at + length)) as string[]) : null
    cursor.at += length
    const count = take(bytes, cursor)
    if (count > bytes.length) throw broken()
    const starts = new Float64Array(count)
    const offsets = new Float64Array(count)
    for (let i = 0; i < count; i++) {
      starts[i] = take(bytes, cursor) + (starts[i - 1] ?? 0)
      offsets[i] = take(bytes, cursor) + (offsets[i - 1] ?? 0)
    }
    if (cursor.at !== bytes.length) throw broken()
    return new RecordIndex(records, header, starts, offsets)
  }

  /** The nearest known record at or before `record`, and the byte at which it begins. */
  locate(record: number): { record: number; offset: number } {
    let low = 0
    let high = this.starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (this.starts[middle]! <= record) low = middle
      else high = middle - 1
    }
    return { record: this.starts[low] ?? 0, offset: this.offsets[low] ?? 0 }
  }
}

const broken = () => new Error('the record index is not one')

function put(out: number[], value: number): void {
  let rest = value
  while (rest >= 128) {
    out.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  out.push(rest)
}

function take(bytes: Buffer, cursor: { at: number }): number {
  let value = 0
  for (let scale = 1; ; scale *= 128) {
    const b = bytes[cursor.at++]
    if (b === undefined || scale > 2 ** 49) throw broken()
    value += (b & 127) * scale
    if (b < 128) return value
  }
}
