import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import next from 'next'
import type { Leases } from '@/lib/authority/leases'
import { type Config, loadConfig } from '@/lib/config'
import { API, createApp } from '@/lib/http/app'
import { carry } from '@/lib/http/carry'
import { SERVICE_PATHS } from '@/lib/http/service'
import { readInstance } from '@/lib/instance'
import { closeRuntime, firstSignInLink, interruptScans, runtime } from '@/lib/runtime'

/** A connection that moves no byte for this long is closed. A slow upload is no fault, a silent one is. */
const IDLE_MS = 120_000
/** How long requests under way may take after a signal to stop. */
const DRAIN_MS = 5_000

const dev = process.env.NODE_ENV !== 'production'
type Handler = (req: IncomingMessage, res: ServerResponse) => unknown

/**
 * One port, two doors: `/api/v1` and the addresses of the instance go straight to the API, everything else to Next, which
 * mounts the same app. A Next route handler costs about 30 times the processor time of this path (docs/architecture.md).
 */
async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const running = config.replica ? null : await readInstance(config.dataDir)
  if (running) return say(`Holdfast is running already: ${running.url}`)

  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 65_000 })
  server.setTimeout(IDLE_MS)
  let doors: { api: Handler; page: Handler } | null = null
  server.on('request', (req, res) => (doors ? dispatch(doors, req, res) : starting(res)))
  await listen(server, config)

  const web = next({ dev, port: config.port, hostname: config.host, httpServer: server })
  const stop = stopOnce(server, () => (doors ? web.close() : Promise.resolve()))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
  // The launcher holds the other end: when it is gone, nobody would end this process.
  process.on('disconnect', () => void stop(0))

  try {
    const [rt] = await Promise.all([runtime(), web.prepare()])
    const app = createApp(rt)
    doors = {
      api: carrying(rt.leases, getRequestListener(app.fetch as never, { overrideGlobalObjects: false })),
      page: carrying(rt.leases, web.getRequestHandler()),
    }
  } catch (error) {
    say(explain(error))
    return stop(1)
  }
  say(`\nHoldfast is ready at ${config.baseUrl}`)
  const link = firstSignInLink()
  if (link) say(`Sign in once as the first admin (within the hour): ${link}`)
  process.send?.('ready')
}

const carrying =
  (leases: Leases, door: Handler): Handler =>
  (req, res) =>
    carry(leases, res, () => door(req, res))

function dispatch(doors: { api: Handler; page: Handler }, req: IncomingMessage, res: ServerResponse): void {
  const path = (req.url ?? '/').split('?', 1)[0]!
  if (!isAddress(path)) {
    res.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' }).end('This is not an address.\n')
    return
  }
  if (path === API || path.startsWith(`${API}/`) || SERVICE_PATHS.includes(path)) doors.api(req, res)
  else doors.page(req, res)
}

/** An absolute path that decodes. `*` and broken escapes are nothing that Next could answer. */
function isAddress(path: string): boolean {
  try {
    return decodeURIComponent(path).startsWith('/')
  } catch {
    return false
  }
}

function starting(res: ServerResponse): void {
  res
    .writeHead(503, { 'Retry-After': '1', 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' })
    .end('Holdfast is starting.\n')
}

function listen(server: Server, config: Config): Promise<void> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      say(
        error.code === 'EADDRINUSE'
          ? `Port ${config.port} is taken by another program. Choose another: PORT=${config.port + 1} npm start`
          : `Cannot listen on ${config.host}:${config.port} (${error.code}). Check HOLDFAST_HOST and PORT.`,
      )
      process.exit(1)
    })
    server.listen(config.port, config.host, resolve)
  })
}

/** Takes no new request, lets running ones end, then closes everything behind them, in order. Once. */
function stopOnce(server: Server, closeWeb: () => Promise<void>): (code: number) => Promise<void> {
  let stopping: Promise<void> | null = null
  const work = async (code: number) => {
    void interruptScans()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    await closed
    clearTimeout(force)
    await closeWeb().catch(() => {})
    await closeRuntime().catch((error) => say(explain(error)))
    if (code === 0) say('Stopped.')
    process.exit(code)
  }
  return (code) => {
    stopping ??= work(code)
    return stopping
  }
}

/** Errors that name a setting or a fix speak for themselves; others keep their stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return typeof (error as { code?: unknown }).code === 'string' ? error.message : (error.stack ?? error.message)
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

main().catch((error) => {
  say(explain(error))
  process.exit(1)
})
