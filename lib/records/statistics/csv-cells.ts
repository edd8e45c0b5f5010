const QUOTE = 0x22
const COMMA = 0x2c

/** A cell of a row: where its text stands, in `bytes`. */
export type CellVisitor = (column: number, bytes: Buffer, start: number, end: number) => void

/**
 * The cells of one row that is known to be well-formed (RFC 4180 §2), without its terminator: as `csvFields`, but by its
 * bytes.
 */
export function csvCells(bytes: Buffer, start: number, end: number, visit: CellVisitor): void {
  let column = 0
  for (let i = start; i <= end; i++) {
    const from = i
    if (i === end || bytes[i] !== QUOTE) {
      while (i < end && bytes[i] !== COMMA) i++
      visit(column++, bytes, from, i)
      continue
    }
    let doubled = false
    for (i++; i < end; i++) {
      if (bytes[i] !== QUOTE) continue
      if (i + 1 === end || bytes[i + 1] !== QUOTE) break
      doubled = true
      i++
    }
    if (doubled) {
      // Bytes as characters: nothing but the quotes changes.
      const text = Buffer.from(bytes.toString('latin1', from + 1, i).replaceAll('""', '"'), 'latin1')
      visit(column++, text, 0, text.length)
    } else visit(column++, bytes, from + 1, i)
    // Over the quote; the loop goes over the comma.
    i++
  }
}
