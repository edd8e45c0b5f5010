import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from './client'
import { startEmbedded } from './embedded'
import { migrate } from './migrate'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server's maintenance database. */
    testServer: string
  }
}

/** The database every test database is copied from. */
export const TEMPLATE = 'holdfast_template'

/** One real PostgreSQL for all integration tests of a run, in a folder of its own that goes when it ends. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-test-'))
  const server = await startEmbedded({ dataDir, log: () => {}, disposable: true })
  const teardown = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
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
  return teardown
}

export function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
