import { Readable } from 'node:stream'

/** A body that is made while it is read, no faster than its reader takes it. */
export const streamOf = (pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>
