import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sweep } from './artifacts/sweep'
import { Sequencer } from './audit/sequencer'
import { DisclosureQueue } from './authority/disclosure-queue'
import { Leases } from './authority/leases'
import { createOnce } from './blobs/durable-file'
import { openLocalKeystore } from './blobs/keystore-local'
import { LocalStore } from './blobs/local'
import { S3Store } from './blobs/s3'
import { bootstrap } from './bootstrap'
import { type Config, loadConfig } from './config'
import { openDatabase } from './db/client'
import { startEmbedded } from './db/embedded'
import { migrate } from './db/migrate'
import { openOrm } from './db/orm'
import type { Deps } from './deps'
import { bindFolder } from './folder-identity'
import { acquireInstance } from './instance'
import { rotateCursorKey } from './reading/cursor'
import { IndexCache } from './reading/index-cache'
import { ScanPool } from './reading/scan-pool'

/** One decision at a time waits for a commit; reads beyond this queue in the client (docs/architecture.md). */
const POOL = 12
const SWEEP_MS = 3600_000
/** Record indexes in memory. One has three to six bytes for each chunk of its artifact. */
const INDEX_BYTES = 64 * 2 ** 20

type Running = { deps: Promise<Deps>; close: () => Promise<void>; firstLink: () => string | null }
const SLOT = Symbol.for('holdfast.runtime/1')
const slot = globalThis as { [SLOT]?: Running }

/**
 * Everything an operation may use, constructed once per process: the server's bundle and Next's bundles are separate
 * module graphs, and two pools or two queues in one process would be a fault.
 */
export function runtime(): Promise<Deps> {
  slot[SLOT] ??= start(loadConfig(process.env))
  return slot[SLOT].deps
}

/** Scans under way end where they are, and say so. For a process that has been told to stop. */
export async function interruptScans(): Promise<void> {
  const rt = await slot[SLOT]?.deps.catch(() => null)
  rt?.scans.interrupt()
}

/** Ends the sequencer, the sweep, the pool, and the embedded database, in this order. Safe to call twice. */
export async function closeRuntime(): Promise<void> {
  const running = slot[SLOT]
  delete slot[SLOT]
  await running?.close()
}

/** The one-time link of the first start, until somebody has used it; null afterwards. */
export const firstSignInLink = (): string | null => slot[SLOT]?.firstLink() ?? null

function start(config: Config): Running {
  const closing: (() => Promise<unknown>)[] = []
  let link: string | null = null
  const close = async () => {
    const faults: unknown[] = []
    for (const end of closing.splice(0).reverse()) await end().catch((error: unknown) => faults.push(error))
    if (faults.length > 0) throw faults[0]
  }
  const deps = (async () => {
    // A replica neither keeps the folder nor cleans up in it: one process does.
    const instance = config.replica ? null : await acquireInstance(config.dataDir)
    if (instance) closing.push(() => instance.release())

    let url = config.databaseUrl
    if (url === null) {
      const embedded = await startEmbedded({ dataDir: config.dataDir, log: (line) => log('database', { line }) })
      closing.push(() => embedded.stop())
      url = embedded.url
    }
    const sql = openDatabase(url, { max: POOL })
    closing.push(() => sql.end({ timeout: 5 }))
    await migrate(sql)
    await bindFolder(sql, config.dataDir, config.replica)
    const fenced = openDatabase(url, { max: POOL, role: 'holdfast_app' })
    closing.push(() => fenced.end({ timeout: 5 }))
    const leases = new Leases(sql, log, () => disclosures.settled())
    const disclosures = new DisclosureQueue(fenced, (ask, answer, transport) => leases.hold(ask, answer, transport))
    await leases.start()
    closing.push(() => leases.stop())

    const store = config.s3 ? new S3Store(config.s3) : new LocalStore(join(config.dataDir, 'objects'))
    closing.push(() => store.close())
    const scans = new ScanPool(join(process.cwd(), 'dist', 'workers', 'scan.js'))
    closing.push(() => scans.close())
    const deps: Deps = {
      config,
      sql,
      fenced,
      orm: openOrm(sql),
      store,
      keystore: await openLocalKeystore(join(config.dataDir, 'keystore'), { issuer: config.baseUrl }),
      disclosures,
      leases,
      indexes: new IndexCache(INDEX_BYTES),
      scans,
      operatorToken: await operatorToken(config.dataDir),
      now: () => new Date(),
      log,
    }
    if (instance) {
      await rotateCursorKey(deps)
      link = await bootstrap(deps)
      closing.push(sweepNowAndThen(deps))
    }
    closing.push(new Sequencer(deps).start())
    await instance?.publish({ url: config.baseUrl })
    return deps
  })()
  // A start that failed leaves nothing behind, so that the next request may try again.
  deps.catch(() => {
    delete slot[SLOT]
    close().catch(() => log('close.failed'))
  })
  return { deps, close, firstLink: () => link }
}

/** Sweeps at once and then every hour, one at a time. The returned function stops, and waits for one under way. */
function sweepNowAndThen(deps: Deps): () => Promise<void> {
  let current = Promise.resolve()
  const once = () => {
    current = current
      .then(() => sweep(deps))
      .then(
        () => {},
        () => deps.log('sweep.failed'),
      )
  }
  once()
  const timer = setInterval(once, SWEEP_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await current
  }
}

/** Whoever can read the data folder is the operator: the token lies in it, readable by its owner alone. */
async function operatorToken(dataDir: string): Promise<string> {
  const path = join(dataDir, 'operator-token')
  const token = `hf_operator_${randomBytes(32).toString('base64url')}`
  await createOnce(dataDir, path, Buffer.from(`${token}\n`))
  return (await readFile(path, 'utf8')).trim()
}

function log(event: string, fields: Record<string, string | number | boolean | null> = {}): void {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...fields })}\n`)
}
