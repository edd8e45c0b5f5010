import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Sequencer } from '@/lib/audit/sequencer'
import { createTestDatabase } from '@/lib/db/test-database'
import type { Deps } from '@/lib/deps'
import { type Change, openTestDeps, serveTest } from './test-deps'

export type TestServer = {
  rt: Deps
  base: string
  dataDir: string
  /** Runs, as in a server. A round of it can be asked for. */
  sequencer: Sequencer
  /** What the operation log was told. */
  events: { event: string; fields: Record<string, unknown> }[]
  close: () => Promise<void>
}

/** The real app on a real port, with a database and a data folder of its own. */
export async function startTestServer(change: Change = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-data-'))
  const database = await createTestDatabase({ max: 8 })
  const events: TestServer['events'] = []
  const log: Deps['log'] = (event, fields = {}) => void events.push({ event, fields })
  const rt = await openTestDeps(database, dataDir, log, change)
  const { server, base } = await serveTest(rt)
  const sequencer = new Sequencer(rt)
  const stopSequencer = sequencer.start()
  return {
    rt,
    sequencer,
    base,
    dataDir,
    events,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await stopSequencer()
      await rt.leases.stop()
      await rt.scans.close()
      await rt.store.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
