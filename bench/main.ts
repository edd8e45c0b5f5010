import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { machine } from './machine'
import { measure } from './measure'
import { table } from './table'

/**
 * Measures reads and publishes against nginx and docker-registry where they are installed, interleaved in one run, every
 * answer compared with what it must be. Absolute numbers drift from machine to machine; the ratios are what counts.
 */
const HELP = `Usage: npm run bench -- [--quick] [--json FILE]

  --quick      fewer and shorter rounds (under 40 s after the build): for a look, not for a claim
  --json FILE  also write every round as JSON
`

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, json: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
})
if (values.help) {
  process.stdout.write(HELP)
  process.exit(0)
}

const say = (line: string) => void process.stderr.write(`${line}\n`)
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'))
// As root, the embedded PostgreSQL runs as another user, who must be able to pass.
await chmod(folder, 0o711)
await mkdir(join(folder, 'served'))

const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
let closed: Promise<void> | null = null
const close = () => {
  closed ??= (async () => {
    for (const end of closing.splice(0).reverse()) await end().catch((error) => say(String(error)))
  })()
  return closed
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void close().then(() => process.exit(130)))

try {
  const began = performance.now()
  const busy = loadavg()[0]!
  const { rows, versions, rounds, raw } = await measure({
    root,
    folder,
    quick: values.quick === true,
    say,
    atEnd: (end) => void closing.push(end),
  })
  const facts = [
    ...(await machine(root, folder)),
    ...versions,
    `load average before the run: ${busy.toFixed(2)}${busy > 0.5 ? ' (others were at work: the figures are not to be relied on)' : ''}`,
    `medians of ${rounds} interleaved rounds; the load generator is a Node process of its own on the same cores, with raw keep-alive sockets, and compares every body`,
  ]
  process.stdout.write(`\n${table(rows)}\n\n${facts.join('\n')}\n`)
  if (values.json !== undefined)
    await writeFile(values.json, `${JSON.stringify({ at: new Date().toISOString(), facts, rows, raw }, null, 2)}\n`)
  say(`\n${Math.round((performance.now() - began) / 1000)} s.`)
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await close()
}
