import { ByteSplitter } from './byte-splitter'
import { csvFields } from './csv-row'
import type { RecordSink, ResumePoint } from './format'
import { marks } from './json-tables'
import { FOLLOWING, HIGHEST, LOWEST } from './utf8'

const LF = 0x0a
const CR = 0x0d
const QUOTE = 0x22
const COMMA = 0x2c

const ROW = 0
const FIELD = 1
const PLAIN = 2
const QUOTED = 3
const CLOSED = 4
const RETURN = 5

/** The header is held to name the columns; no real one is longer. */
const MAX_HEADER = 1_048_576
const SPECIAL = marks('\n\r",').fill(1, 0x80)

/**
 * Rows of RFC 4180 with a header row, which is no record. Rows end with LF or CRLF; quoted fields may hold both. Empty
 * lines at the end are no records. Every row has as many fields as the header, and no two columns have one name: with ragged rows or
 * twin names, which value belongs to which column would be a guess.
 */
export class CsvSplitter extends ByteSplitter {
  #state = ROW
  #fields = 0
  #start = 0
  #end = 0
  #line = 1
  #rowLine = 1
  /** The first of the empty lines that may be the end of the content. */
  #firstBlank: { line: number; byte: number } | null = null
  #head: Buffer[] = []
  #headBytes = 0
  #left = 0
  #low = 0
  #high = 0

  constructor(sink: RecordSink, resume?: ResumePoint) {
    super('csv', sink, resume)
    this.header = resume?.header ?? null
  }

  protected scan(bytes: Buffer): void {
    const piece = this.header === null ? { from: 0 } : null
    for (let i = 0; i < bytes.length; i++) {
      if (this.#left === 0 && (this.#state === PLAIN || this.#state === QUOTED)) {
        while (i < bytes.length && SPECIAL[bytes[i]!] === 0) i++
        if (i === bytes.length) break
      }
      const b = bytes[i]!
      const at = this.offset + i
      if (this.#left > 0) this.#continue(b, at)
      else if (b >= 0x80) this.#lead(b, at)
      else if (b === LF && this.#ends()) {
        if (this.#state === ROW) this.#blank(at)
        else if (this.#state === RETURN && this.#end < 0) this.#blank(at - 1)
        else {
          if (piece && this.header === null) this.#keep(bytes.subarray(piece.from, i))
          this.#endRow(this.#state === RETURN ? this.#end : at)
        }
        this.#line++
        this.#state = ROW
        if (piece) piece.from = i + 1
      } else this.#step(b, at, piece, i)
    }
    if (piece && this.header === null && this.#state !== ROW) this.#keep(bytes.subarray(piece.from))
  }

  protected finish(): void {
    if (this.#left > 0) this.#refuse('the content ends inside a character', this.offset)
    if (this.#state === QUOTED) this.#refuse('the quoted field never ends', this.offset)
    if (this.#state === RETURN) this.#refuse('a carriage return without a line feed', this.offset)
    if (this.#state !== ROW) this.#endRow(this.offset)
    if (this.header === null) this.#refuse('there is no header row', this.offset)
  }

  /** Whether a line feed here ends the row. */
  #ends(): boolean {
    return this.#state !== QUOTED
  }

  #step(b: number, at: number, piece: { from: number } | null, i: number): void {
    switch (this.#state) {
      case RETURN:
        this.#refuse('a carriage return without a line feed: quote the field', at)
        break
      case QUOTED:
        if (b === LF) this.#line++
        else if (b === QUOTE) this.#state = CLOSED
        return
      case CLOSED:
        if (b === QUOTE) this.#state = QUOTED
        else if (!this.#separates(b, at)) this.#refuse('text behind the closing quote of a field', at)
        return
      case PLAIN:
        if (b === QUOTE) this.#refuse('a quote inside an unquoted field: quote the field and double the quote', at)
        this.#separates(b, at)
        return
      case ROW:
        if (b === CR) {
          this.#end = -1
          this.#state = RETURN
          return
        }
        if (piece) piece.from = i
        this.#beginRow(at)
    }
    if (b === QUOTE) this.#state = QUOTED
    else if (!this.#separates(b, at)) this.#state = PLAIN
  }

  /** A comma or a carriage return outside quotes. */
  #separates(b: number, at: number): boolean {
    if (b === COMMA) {
      this.#fields++
      this.#state = FIELD
    } else if (b === CR) {
      this.#end = at
      this.#state = RETURN
    } else return false
    return true
  }

  /**
   * An empty line at `at`: with one column a record, its field empty, or values would be lost; with more, allowed at the
   * end of the content, elsewhere a ragged row.
   */
  #blank(at: number): void {
    if (this.header === null) this.#refuse('the header row is empty', at)
    if (this.header.length === 1) {
      this.sink.start?.(this.records, at)
      this.sink.end(this.records++, at, at)
    } else this.#firstBlank ??= { line: this.#line, byte: at }
  }

  #beginRow(at: number): void {
    if (this.#firstBlank)
      this.fail(`an empty line between rows, where the header names ${this.header!.length} columns`, {
        record: this.records + 1,
        ...(!this.resumed && { line: this.#firstBlank.line }),
        byte: this.#firstBlank.byte,
      })
    this.#start = at
    this.#rowLine = this.#line
    this.#fields = 1
    this.#state = FIELD
    if (this.header !== null) this.sink.start?.(this.records, at)
  }

  #endRow(end: number): void {
    if (this.header === null) {
      this.#readHeader(end)
      return
    }
    if (this.#fields !== this.header.length)
      this.#refuse(`the row has ${this.#fields} fields, the header ${this.header.length}`, this.#start)
    this.sink.end(this.records++, this.#start, end)
  }

  #keep(bytes: Buffer): void {
    this.#headBytes += bytes.length
    if (this.#headBytes > MAX_HEADER) this.#refuse(`the header row is longer than ${MAX_HEADER} bytes`, this.#start)
    this.#head.push(Buffer.from(bytes))
  }

  #readHeader(end: number): void {
    const names = csvFields(
      Buffer.concat(this.#head)
        .subarray(0, end - this.#start)
        .toString(),
    )
    // A set: a header of a mebibyte can name half a million columns.
    const seen = new Set<string>()
    for (const name of names) {
      if (seen.has(name)) this.#refuse(`the header names the column ${JSON.stringify(name)} twice`, this.#start)
      seen.add(name)
    }
    this.header = names
    this.#head = []
  }

  #lead(b: number, at: number): void {
    if (FOLLOWING[b] === 0) this.#refuse('invalid UTF-8', at)
    if (this.#state === CLOSED || this.#state === RETURN) this.#step(b, at, null, 0)
    if (this.#state === ROW) this.#beginRow(at)
    if (this.#state === FIELD) this.#state = PLAIN
    this.#left = FOLLOWING[b]!
    this.#low = LOWEST[b]!
    this.#high = HIGHEST[b]!
  }

  #continue(b: number, at: number): void {
    if (b < this.#low || b > this.#high) this.#refuse('invalid UTF-8', at)
    this.#low = 0x80
    this.#high = 0xbf
    this.#left--
  }

  #refuse(detail: string, byte: number): never {
    const line = this.#state === ROW ? this.#line : this.#rowLine
    this.fail(detail, {
      ...(this.header !== null && { record: this.records + 1 }),
      ...(!this.resumed && { line }),
      byte,
    })
  }
}
