import { Readable } from 'node:stream'

/** A body that is made while it is read, no faster than its reader takes it. */
export const streamOf = (pieces: AsyncIterable<Uint8Array | string>): ReadableStream<Uint8Array> =>
  Readable.toWeb(Readable.from(encoded(pieces))) as ReadableStream<Uint8Array>

async function* encoded(pieces: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}
