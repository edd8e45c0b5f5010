import { openDatabase } from '@/lib/db/client'
import { openTestDeps } from '@/lib/http/test-deps'
import { Sequencer } from './sequencer'

/** A sequencer as a process of its own, for tests that kill it. Says on stdout that it runs. */
const [url, dataDir] = process.argv.slice(2) as [string, string]
const pools = { sql: openDatabase(url, { max: 3 }), fenced: openDatabase(url, { max: 1, role: 'holdfast_app' }) }
const rt = await openTestDeps(pools, dataDir, (event, fields) =>
  process.stderr.write(`${JSON.stringify({ event, ...fields })}\n`),
)
new Sequencer(rt).start()
process.stdout.write('running\n')
setInterval(() => {}, 60_000)
