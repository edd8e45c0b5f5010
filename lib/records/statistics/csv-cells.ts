const QUOTE = 0x22
const COMMA = 0x2c

/** A cell of a row: where its text stands, in `bytes`. */
export type CellVisitor = (column: number, bytes: Buffer, start: number, end: number) => void

/**
 * The cells of one row that is known to be well-formed (RFC 4180 §2), without its terminator: as `csvFields`, but by its
 * bytes. Returns whether all of them are ASCII.
 */
export function csvCells(bytes: Buffer, start: number, end: number, visit: CellVisitor): boolean {
  let all = 0
  let column = 0
  for (let i = start; i <= end; ) {
    const from = i
    if (i < end && bytes[i] === QUOTE) {
      let doubled = false
      for (i++; i < end; i++) {
        all |= bytes[i]!
        if (bytes[i] !== QUOTE) continue
        if (bytes[i + 1] !== QUOTE || i + 1 >= end) break
        doubled = true
        i++
      }
      if (doubled) {
        const text = Buffer.from(bytes.latin1Slice(from + 1, i).replaceAll('""', '"'), 'latin1')
        visit(column++, text, 0, text.length)
      } else visit(column++, bytes, from + 1, i)
      i += 2
      continue
    }
    while (i < end && bytes[i] !== COMMA) all |= bytes[i++]!
    visit(column++, bytes, from, i)
    i++
  }
  return all < 0x80
}
