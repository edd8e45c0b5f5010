import { BlockStarts } from './block-starts'
import type { RecordSink } from './format'
import { COLUMN_TYPES, type Column } from './shape'
import { VarintReader, VarintWriter } from './varint'

/*
 * The encoded index; all numbers are varints:
 *   "HFI" version | records | length of the header, 0 for none | the header as JSON
 *   entries | for each: record - previous record, offset - previous offset (the first: from 0)
 * The header of version 1 is an array of the names of columns, which hold text; of version 2, of pairs of name and type.
 */
const MAGIC = Buffer.from([0x48, 0x46, 0x49])
const NAMES = 1
const TYPED = 2

/** Finding a record decodes at most this many entries. */
const STRIDE = 64

/**
 * Notes the first record that begins in each chunk of the content: about one entry, of three to six bytes, a chunk. So a
 * read that starts at any record starts in the chunk where that record begins.
 */
export class IndexBuilder implements RecordSink {
  #entries = new VarintWriter()
  #count = 0
  #record = 0
  #offset = 0
  readonly #blocks: BlockStarts

  constructor(chunkSize: number) {
    this.#blocks = new BlockStarts(chunkSize)
  }

  end(record: number, start: number): void {
    if (!this.#blocks.begins(start)) return
    this.#entries.uint(record - this.#record)
    this.#entries.uint(start - this.#offset)
    this.#record = record
    this.#offset = start
    this.#count++
  }

  /** The index as bytes, for `RecordIndex.decode`; null for content without records. */
  encode(found: { records: number; columns: readonly Column[] | null } | null): Buffer {
    const columns = found?.columns ?? null
    const typed = columns?.some((c) => c.type !== 'text') ?? false
    const header = Buffer.from(
      columns ? JSON.stringify(columns.map(({ name, type }) => (typed ? [name, type] : name))) : '',
    )
    const out = new VarintWriter()
    out.append(MAGIC)
    out.uint(typed ? TYPED : NAMES)
    out.uint(found?.records ?? 0)
    out.uint(header.length)
    out.append(header)
    out.uint(this.#count)
    out.append(this.#entries.written)
    return out.written
  }
}

type Place = { record: number; offset: number }
/** An entry, and where in the encoded bytes the one behind it is. */
type Anchor = Place & { at: number }

/**
 * Where records begin in an artifact: positions, never content (but for the names of csv columns). Kept as it was encoded,
 * so that it takes little more memory than it has bytes.
 */
export class RecordIndex {
  private constructor(
    readonly records: number,
    /** Of csv, with the types they had when it was published. */
    readonly columns: Column[] | null,
    /** Their names. */
    readonly header: string[] | null,
    private readonly bytes: Buffer,
    /** Every `STRIDE`th entry. */
    private readonly anchors: Anchor[],
  ) {}

  /** @throws Error for bytes that `encode` did not write */
  static decode(encoded: Uint8Array): RecordIndex {
    const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.length)
    const reader = new VarintReader(bytes)
    if (!reader.take(MAGIC.length).equals(MAGIC)) throw broken()
    const version = reader.uint()
    if (version !== NAMES && version !== TYPED) throw broken()
    const records = reader.uint()
    const columns = decodeColumns(reader.take(reader.uint()), version === TYPED)
    const anchors = decodeEntries(reader, records)
    if (reader.at !== bytes.length) throw broken()
    return new RecordIndex(records, columns, columns?.map((c) => c.name) ?? null, bytes, anchors)
  }

  /** The nearest known record at or before `record`, and the byte at which it begins. An empty index knows only 0. */
  locate(record: number): Place {
    let low = 0
    let high = this.anchors.length - 1
    if (high < 0) return { record: 0, offset: 0 }
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (this.anchors[middle]!.record <= record) low = middle
      else high = middle - 1
    }
    let { record: found, offset } = this.anchors[low]!
    const reader = new VarintReader(this.bytes, this.anchors[low]!.at)
    while (reader.at < this.bytes.length) {
      const next = found + reader.uint()
      if (next > record) break
      found = next
      offset += reader.uint()
    }
    return { record: found, offset }
  }

  /**
   * The blocks, in order: the records `[record, until)` begin in one chunk and lie in the bytes `[offset, stop)`. Of the
   * last block the end is not known here, and `stop` infinite.
   */
  *blocks(): Generator<{ number: number; record: number; until: number; offset: number; stop: number }> {
    const first = this.anchors[0]
    if (!first) return
    const reader = new VarintReader(this.bytes, first.at)
    let { record, offset } = first
    for (let number = 0; ; number++) {
      if (reader.at >= this.bytes.length) {
        yield { number, record, until: this.records, offset, stop: Number.POSITIVE_INFINITY }
        return
      }
      const until = record + reader.uint()
      const stop = offset + reader.uint()
      yield { number, record, until, offset, stop }
      record = until
      offset = stop
    }
  }
}

const broken = () => new Error('the record index is not one')

function decodeColumns(bytes: Buffer, typed: boolean): Column[] | null {
  if (bytes.length === 0) return null
  const header: unknown = JSON.parse(bytes.toString())
  if (!Array.isArray(header) || header.length === 0) throw broken()
  return header.map((each: unknown) => {
    const [name, type] = (typed ? each : [each, 'text']) as [unknown, unknown]
    if (typeof name !== 'string' || !COLUMN_TYPES.includes(type as Column['type'])) throw broken()
    return { name, type: type as Column['type'] }
  })
}

function decodeEntries(reader: VarintReader, records: number): Anchor[] {
  const count = reader.uint()
  if ((count === 0) !== (records === 0)) throw broken()
  const anchors: Anchor[] = []
  let record = 0
  let offset = 0
  for (let i = 0; i < count; i++) {
    const step = reader.uint()
    const bytes = reader.uint()
    // The first entry is record 0; behind it both always grow.
    if (i === 0 ? step !== 0 : step === 0 || bytes === 0) throw broken()
    record += step
    offset += bytes
    if (record >= records || offset > Number.MAX_SAFE_INTEGER) throw broken()
    if (i % STRIDE === 0) anchors.push({ record, offset, at: reader.at })
  }
  return anchors
}
