import { Readable, Writable } from 'node:stream'
import { run } from './run'

export type Ran = { exit: number; stdout: string; stderr: string; bytes: Buffer }

/**
 * Runs a command line in a terminal that remembers what was written to it. `between` is waited for after each write to
 * stdout, as for a reader that is slow.
 */
export async function runIn(
  folder: string,
  args: string[],
  more: { env?: Record<string, string>; stdin?: Readable; columns?: number; between?: () => Promise<void> } = {},
): Promise<Ran> {
  const out: Buffer[] = []
  const err: Buffer[] = []
  const exit = await run(args, {
    env: { HOLDFAST_DATA_DIR: folder, ...more.env },
    cwd: folder,
    root: folder,
    stdin: more.stdin ?? Readable.from([]),
    stdout: sink(out, more.between),
    stderr: sink(err),
    columns: more.columns ?? null,
  })
  const bytes = Buffer.concat(out)
  return { exit, stdout: bytes.toString(), stderr: Buffer.concat(err).toString(), bytes }
}

const sink = (to: Buffer[], between?: () => Promise<void>) =>
  new Writable({
    ...(between && { highWaterMark: 1 }),
    write(chunk: Buffer, _encoding, done) {
      to.push(chunk)
      if (between) between().then(() => done(), done)
      else done()
    },
  })
