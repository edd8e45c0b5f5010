import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build as esbuild } from 'esbuild'
import type { TestProject } from 'vitest/node'
import { openDatabase } from './client'
import { startEmbedded } from './embedded'
import { migrate } from './migrate'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server's maintenance database. */
    testServer: string
    /** A folder for clusters of a test's own. What runs in it is stopped however the run ends. */
    testFolder: string
  }
}

/** The database every test database is copied from. */
export const TEMPLATE = 'holdfast_template'

/** One real PostgreSQL for all integration tests of a run, in a folder of its own that goes when it ends. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-test-'))
  // Root lends PostgreSQL another account, which must be able to pass; each data folder in it is closed.
  await chmod(folder, 0o711)
  const watchdog = spawn(process.execPath, ['--import', 'tsx', join('lib', 'db', 'test-watchdog.ts'), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.unref()
  process.env.HOLDFAST_TEST_SCAN_WORKER = await bundleScanWorker(folder)
  const server = await startEmbedded({ dataDir: join(folder, 'server'), log: () => {}, disposable: true })
  const teardown = async () => {
    await server.stop()
    watchdog.stdin.end()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const admin = openDatabase(server.url, { max: 1 })
    await admin`create database ${admin(TEMPLATE)}`
    await admin.end()
    const template = openDatabase(databaseUrl(server.url, TEMPLATE), { max: 1 })
    await migrate(template)
    await template.end()
  } catch (e) {
    await teardown()
    throw e
  }
  project.provide('testServer', server.url)
  project.provide('testFolder', folder)
  return teardown
}

/** The scanning thread as the build makes it, for tests that run before there is a build. */
async function bundleScanWorker(folder: string): Promise<string> {
  const outfile = join(folder, 'scan-worker.mjs')
  await esbuild({
    entryPoints: [join('lib', 'reading', 'scan-worker.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  })
  return outfile
}

export function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
