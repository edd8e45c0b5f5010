import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readLock, takeLock } from './cli/launcher/lock.mjs'

/**
 * One server a data folder. `server.json` in it names the process and, once it answers, its URL; the launcher and the
 * command line read it too.
 */
const FILE = 'server.json'

export type Instance = {
  /** Makes the address known to other processes on this data folder. */
  publish: (details: { url: string }) => Promise<void>
  release: () => Promise<void>
}

/** Another process serves this data folder. */
export class InstanceError extends Error {
  readonly code = 'instance_running'
  constructor(
    readonly pid: number,
    /** null while it is still starting. */
    readonly url: string | null,
  ) {
    super(
      url
        ? `Holdfast is running already: ${url}`
        : `Holdfast is starting already in process ${pid}, on the same data folder.`,
    )
    this.name = 'InstanceError'
  }
}

/** Takes the data folder for this process, creating it when it is missing. Throws `InstanceError` when it is taken. */
export async function acquireInstance(dataDir: string): Promise<Instance> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = await takeLock(join(dataDir, FILE))
  if (!lock.held) throw new InstanceError(lock.holder.pid, lock.holder.url ?? null)
  return {
    publish: async (details) => lock.update(details),
    release: async () => lock.release(),
  }
}

/** The server of this data folder, when one lives. `url` is null while it starts. */
export async function readInstance(dataDir: string): Promise<{ pid: number; url: string | null } | null> {
  const holder = readLock(join(dataDir, FILE))
  return holder && { pid: holder.pid, url: holder.url ?? null }
}
