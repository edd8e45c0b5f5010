import { BlockStarts } from '@/lib/records/block-starts'
import type { Shape } from '@/lib/records/shape'
import { VarintWriter } from '@/lib/records/varint'
import { Catalogue, type Names } from './catalogue'
import { CsvFields } from './csv-fields'
import { Fields, PART_LIMITS, type PartLimits } from './fields'
import { JsonFields } from './json-fields'

/*
 * The encoded statistics; all numbers are varints:
 *   "HFS" 1 | blocks | for each: records, of those the ones of which nothing is kept
 *   records that were looked into | the catalogue of their fields (./catalogue) | for each of its entries: length of its part | the parts (./field-part)
 */
export const MAGIC = Buffer.from([0x48, 0x46, 0x53, 1])

/** Finds the fields of records. */
interface Source {
  /** False for a record that cannot be looked into, of which nothing was noted. */
  read(record: number, bytes: Buffer, start: number, end: number): boolean
  names(): Names
}

/** Of a line there is nothing to know that would be worth its room: its number is known without. */
const LINES: Source = { read: () => true, names: () => ({ entries: [], truncated: false }) }

/**
 * Notes, while the records of an artifact go by in order, what each block of them (`BlockStarts`) has in its fields: what
 * a filter can be tested against without reading the block. Usually 2 to 3 % of the content, and little more than
 * `PART_LIMITS` whatever it is; in memory it takes up to four times that while it is put together.
 */
export class StatisticsBuilder {
  readonly #fields: Fields
  readonly #starts: BlockStarts
  readonly #source: Source
  readonly #blocks = new VarintWriter()
  #count = 0
  #read = 0
  /** Of the block at hand. */
  #records = 0
  #unread = 0
  #start = 0
  /** Where the last record ends. */
  #end = 0

  constructor(shape: Shape, chunkSize: number, limits: PartLimits = PART_LIMITS) {
    this.#fields = new Fields(limits)
    this.#starts = new BlockStarts(chunkSize)
    if (shape.format === 'lines') this.#source = LINES
    else
      this.#source =
        shape.format === 'csv' ? new CsvFields(this.#fields, shape.columns ?? []) : new JsonFields(this.#fields)
  }

  /** The record that begins at `start` of the artifact and stands at `[from, to)` of `bytes`, as its splitter let it pass. */
  add(record: number, start: number, bytes: Buffer, from: number, to: number): void {
    this.#begin(start)
    this.#end = start + to - from
    if (!this.#source.read(record, bytes, from, to)) this.#unread++
  }

  /** One that is not UTF-8, or too long to be looked into. Its block proves nothing. */
  addUnreadable(_record: number, start: number): void {
    this.#begin(start)
    this.#end = start
    this.#unread++
  }

  #begin(start: number): void {
    if (this.#starts.begins(start)) {
      this.#endBlock(start)
      this.#start = start
    }
    this.#records++
  }

  #endBlock(end: number): void {
    if (this.#records === 0) return
    const read = this.#records - this.#unread
    const kept = this.#fields.endBlock(read, end - this.#start)
    this.#read += read
    this.#blocks.uint(this.#records)
    this.#blocks.uint(kept ? this.#unread : this.#records)
    this.#count++
    this.#records = 0
    this.#unread = 0
  }

  /** For `Statistics.decode`. Call once, after the last record. */
  encode(): Buffer {
    this.#endBlock(this.#end)
    const { entries, truncated } = this.#source.names()
    const out = new VarintWriter()
    out.append(MAGIC)
    out.uint(this.#count)
    out.append(this.#blocks.written)
    out.uint(this.#read)
    const { all } = this.#fields
    new Catalogue(
      entries.map((entry, i) => ({ ...entry, ...this.#fields.totals(i) })),
      truncated,
    ).write(out)
    for (const { part } of all) out.uint(part.written.length)
    for (const { part } of all) out.append(part.written)
    return out.written
  }
}
