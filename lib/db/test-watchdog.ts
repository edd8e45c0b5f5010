import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stopPostmaster } from './embedded/postmaster'

/**
 * Cleans up after a test run that was killed or interrupted: a runner that gets SIGINT skips its teardown, and
 * PostgreSQL outlives whoever started it. The run holds our standard input; when that ends, whatever still runs in its
 * folder is stopped and the folder removed. After an orderly end there is nothing to do.
 */
const folder = process.argv[2]!
process.stdin.resume()
process.stdin.on('error', () => {})
process.stdin.on('close', async () => {
  for (const cluster of await clusters(folder, 4)) await stopPostmaster(cluster, 2000).catch(() => {})
  await rm(folder, { recursive: true, force: true })
})

/** Folders that hold a `postmaster.pid`, at most `depth` levels down. */
async function clusters(within: string, depth: number): Promise<string[]> {
  const entries = await readdir(within, { withFileTypes: true }).catch(() => [])
  if (entries.some((e) => e.name === 'postmaster.pid')) return [within]
  if (depth === 0) return []
  const below = entries.filter((e) => e.isDirectory()).map((e) => clusters(join(within, e.name), depth - 1))
  return (await Promise.all(below)).flat()
}
