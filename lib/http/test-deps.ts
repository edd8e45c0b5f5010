import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { DisclosureQueue } from '@/lib/authority/disclosure-queue'
import { Leases } from '@/lib/authority/leases'
import { openLocalKeystore } from '@/lib/blobs/keystore-local'
import { LocalStore } from '@/lib/blobs/local'
import type { BlobStore } from '@/lib/blobs/store'
import { type Config, loadConfig } from '@/lib/config'
import { openOrm } from '@/lib/db/orm'
import type { TestDatabase } from '@/lib/db/test-database'
import type { Deps } from '@/lib/deps'
import { IndexCache } from '@/lib/reading/index-cache'
import { ScanPool } from '@/lib/reading/scan-pool'
import { createApp } from './app'
import { carry } from './carry'

/** What a test may swap. Everything else is the real part. */
export type Change = { limits?: Partial<Config['limits']>; store?: (inner: BlobStore) => BlobStore }

export const TEST_OPERATOR = 'hf_operator_of-the-test'

export async function openTestDeps(
  { sql, fenced }: Pick<TestDatabase, 'sql' | 'fenced'>,
  dataDir: string,
  log: Deps['log'],
  change: Change = {},
): Promise<Deps> {
  const defaults = loadConfig({ HOLDFAST_DATA_DIR: dataDir })
  const leases = new Leases(sql, log, () => disclosures.settled())
  const disclosures = new DisclosureQueue(fenced, (ask, answer, transport) => leases.hold(ask, answer, transport))
  await leases.start()
  const local = new LocalStore(join(dataDir, 'objects'))
  return {
    config: { ...defaults, limits: { ...defaults.limits, ...change.limits } },
    sql,
    fenced,
    orm: openOrm(sql),
    store: change.store ? change.store(local) : local,
    keystore: await openLocalKeystore(join(dataDir, 'keystore')),
    disclosures,
    leases,
    indexes: new IndexCache(2 ** 20),
    scans: new ScanPool(process.env.HOLDFAST_TEST_SCAN_WORKER!),
    operatorToken: TEST_OPERATOR,
    now: () => new Date(),
    log,
  }
}

/** The app on a free port of the loopback interface. */
export async function serveTest(rt: Deps) {
  const app = createApp(rt)
  const listener = getRequestListener(app.fetch as never, { overrideGlobalObjects: false })
  const server = createServer((req, res) => carry(rt.leases, res, () => listener(req, res)))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  Object.assign(rt.config, { baseUrl: base })
  return { server, base }
}
