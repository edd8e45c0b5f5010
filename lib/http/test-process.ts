import { openDatabase } from '@/lib/db/client'
import { openTestDeps, serveTest } from './test-deps'

/** The API as a process of its own, for tests that kill it: says its address on stdout once it listens. */
const [url, dataDir] = process.argv.slice(2) as [string, string]
const pools = { sql: openDatabase(url, { max: 4 }), fenced: openDatabase(url, { max: 4, role: 'holdfast_app' }) }
const rt = await openTestDeps(pools, dataDir, (event, fields) =>
  process.stderr.write(`${JSON.stringify({ event, ...fields })}\n`),
)
const { base } = await serveTest(rt)
process.stdout.write(`${base}\n`)
