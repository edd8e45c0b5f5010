import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type postgres from 'postgres'
import { DisclosureQueue } from '@/lib/authority/disclosure-queue'
import { openLocalKeystore } from '@/lib/blobs/keystore-local'
import { LocalStore } from '@/lib/blobs/local'
import type { BlobStore } from '@/lib/blobs/store'
import { type Config, loadConfig } from '@/lib/config'
import { openOrm } from '@/lib/db/orm'
import type { Deps } from '@/lib/deps'
import { IndexCache } from '@/lib/reading/index-cache'
import { createApp } from './app'

/** What a test may swap. Everything else is the real part. */
export type Change = { limits?: Partial<Config['limits']>; store?: (inner: BlobStore) => BlobStore }

export const TEST_OPERATOR = 'hf_operator_of-the-test'

export async function openTestDeps(
  sql: postgres.Sql,
  dataDir: string,
  log: Deps['log'],
  change: Change = {},
): Promise<Deps> {
  const defaults = loadConfig({ HOLDFAST_DATA_DIR: dataDir })
  const local = new LocalStore(join(dataDir, 'objects'))
  return {
    config: { ...defaults, limits: { ...defaults.limits, ...change.limits } },
    sql,
    orm: openOrm(sql),
    store: change.store ? change.store(local) : local,
    keystore: await openLocalKeystore(join(dataDir, 'keystore')),
    disclosures: new DisclosureQueue(sql),
    indexes: new IndexCache(2 ** 20),
    operatorToken: TEST_OPERATOR,
    now: () => new Date(),
    log,
  }
}

/** The app on a free port of the loopback interface. */
export async function serveTest(rt: Deps) {
  const app = createApp(rt)
  const server = createServer(getRequestListener(app.fetch as never, { overrideGlobalObjects: false }))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  Object.assign(rt.config, { baseUrl: base })
  return { server, base }
}
