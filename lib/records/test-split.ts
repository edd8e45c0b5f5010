import type { RecordSpec } from './format'
import { openSplitter } from './splitter'

/** The text of each record, with the content pushed in pieces of the given sizes, over and over. */
export function split(spec: RecordSpec, content: Buffer, sizes: readonly number[] = [content.length || 1]): string[] {
  const spans: [number, number][] = []
  const splitter = openSplitter(spec, {
    end: (record, start, end) => {
      spans[record] = [start, end]
    },
  })
  for (let at = 0, i = 0; at < content.length; i++) {
    const size = sizes[i % sizes.length]!
    // A copy, wiped afterwards: a splitter that kept a view of it would be found out.
    const piece = Buffer.from(content.subarray(at, at + size))
    splitter.push(piece)
    piece.fill(0)
    at += size
  }
  splitter.end()
  return spans.map(([start, end]) => content.toString('latin1', start, end))
}
