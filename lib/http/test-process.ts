import { openSync, writeSync } from 'node:fs'
import { type IncomingMessage, ServerResponse } from 'node:http'
import { openDatabase } from '@/lib/db/client'
import { openTestDeps, serveTest } from './test-deps'

/** The API as a process of its own, for tests that stop and kill it: says its address on stdout once it listens. */
const [url, dataDir, handOvers] = process.argv.slice(2) as [string, string, string?]

/**
 * Writes down, with the machine's monotonic clock, each piece of an answer at the moment it goes to the socket: below
 * everything of ours, so that what is held back is not in it and what is handed over is.
 */
if (handOvers) {
  const file = openSync(handOvers, 'a')
  const { write, end } = ServerResponse.prototype
  const note = (res: ServerResponse, piece: unknown) => {
    if (typeof piece !== 'string' && !(piece instanceof Uint8Array)) return
    const { url: path = '', headers } = (res as ServerResponse<IncomingMessage>).req
    const entry = { at: String(process.hrtime.bigint()), path, watch: headers['x-watch'] ?? null }
    writeSync(file, `${JSON.stringify({ ...entry, status: res.statusCode, bytes: piece.length })}\n`)
  }
  ServerResponse.prototype.write = function (this: ServerResponse, ...args: unknown[]) {
    note(this, args[0])
    return Reflect.apply(write, this, args)
  } as typeof write
  ServerResponse.prototype.end = function (this: ServerResponse, ...args: unknown[]) {
    note(this, args[0])
    return Reflect.apply(end, this, args)
  } as typeof end
}

const pools = { sql: openDatabase(url, { max: 4 }), fenced: openDatabase(url, { max: 4, role: 'holdfast_app' }) }
const rt = await openTestDeps(pools, dataDir, (event, fields) =>
  process.stderr.write(`${JSON.stringify({ event, ...fields })}\n`),
)
const { base } = await serveTest(rt)
process.stdout.write(`${base}\n`)
