import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** Where a command runs: what a process has, passed in so that a test can hold it. */
export type Terminal = {
  env: Record<string, string | undefined>
  cwd: string
  /** The folder of the package; its `.holdfast` is the default data folder. */
  root: string
  stdin: Readable
  stdout: Writable
  stderr: Writable
  /** Whether stderr is a terminal that can redraw a line; its width in columns. */
  columns: number | null
}

/** Writes and, when the reader is slow, waits for it. */
export async function put(stream: Writable, data: string | Uint8Array): Promise<void> {
  if (!stream.write(data)) await once(stream, 'drain')
}
