import { type Context, Hono } from 'hono'
import type { Deps } from '@/lib/deps'
import { makeId } from '@/lib/protocol/make-id'
import { isProblem, ProblemError, toProblem } from '@/lib/protocol/problem'
import { renderJson } from '@/lib/protocol/raw-json'
import { transportHeaders } from '@/lib/transport-headers'
import { type ParsedJson, parseJson, readBody, requireJson } from './body'
import { callerOf } from './caller'
import { problemOf } from './fault'
import { SECURITY_HEADERS } from './headers'
import { openApiDocument } from './openapi'
import type { Bindings, Call, Reply, Route } from './route'
import { routes } from './routes'
import { send } from './send'
import { serveService } from './service'
import { parseWith } from './validate'
import { countWrongKey } from './wrong-keys'

export const API = '/api/v1'

type Env = { Bindings: Bindings }

/** The whole API as one app, the same behind both doors: node:http in `server.ts`, and Next's mounted routes. */
export function createApp(rt: Deps): Hono<Env> {
  const app = new Hono<Env>()
  const answer = (c: Context<Env>, work: (requestId: string) => Promise<Reply>): Promise<Response> =>
    respond(rt, c, work)

  app.get(`${API}/openapi.json`, (c) => answer(c, async () => ({ json: openApiDocument(routes, rt.config.baseUrl) })))
  // One handler for each path, so that a request runs through no chain of them.
  for (const path of new Set(routes.map((r) => r.path))) {
    const served = routes.filter((r) => r.path === path)
    app.all(API + path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) =>
      answer(c, async (id) => {
        const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
        const found = served.find((r) => r.method === method)
        if (found) return serve(rt, found, c, id).catch((error: unknown) => rejected(rt, c, error))
        const allow = served.flatMap((r) => (r.method === 'GET' ? ['GET', 'HEAD'] : [r.method])).join(', ')
        throw new ProblemError('method_not_allowed', `Use ${allow}.`, { headers: { Allow: allow } })
      }),
    )
  }
  serveService(app, rt, answer)
  app.notFound((c) =>
    answer(c, async () => {
      throw new ProblemError('not_found', `Nothing is served here. ${API}/openapi.json lists what is.`)
    }),
  )
  return app
}

async function serve(rt: Deps, r: Route, c: Context<Env>, requestId: string): Promise<Reply> {
  const request = c.req.raw
  // No name holds U+0000, and the database could not even be asked: what has one is as unknown as any other.
  const params = Object.fromEntries(
    Object.entries(c.req.param() as Record<string, string>).map(([name, p]) => [name, p.replaceAll('\0', '\ufffd')]),
  )
  let caller = await callerOf(rt, request, requestId, r.credential)
  if (r.scope && caller.kind === 'agent' && caller.scopes && !caller.scopes.includes(r.scope))
    throw new ProblemError('forbidden', `This key is narrowed to ${caller.scopes.join(', ')}; this takes "${r.scope}".`)
  const query = request.url.includes('?') ? new URL(request.url).searchParams : new URLSearchParams()
  const named = request.headers.get('holdfast-tenant') ?? undefined
  const sent = r.body ? await jsonBody(rt, c, r.exact) : NO_BODY
  // A body may take long to come: whoever began to send it may no longer be who they were.
  if (r.body && r.credential === 'now') caller = await callerOf(rt, request, requestId, r.credential)
  const call: Call<unknown, unknown> = {
    rt,
    caller,
    params,
    query: r.query ? parseWith(r.query, queryObject(query)) : {},
    body: r.body && parseWith(r.body, sent.value),
    slices: sent.slices,
    tenant: query.get('tenant') ?? named,
    request,
    incoming: c.env?.incoming,
  }
  return r.handle(call as Call<never, never>)
}

/** A key that names nobody, found out before the operation or within its disclosure, is counted against its address. */
function rejected(rt: Deps, c: Context<Env>, error: unknown): never {
  if (isProblem(error) && error.code === 'unauthenticated' && c.req.raw.headers.has('authorization'))
    countWrongKey(c.env?.incoming?.socket.remoteAddress ?? 'unknown', rt.now().getTime())
  throw error
}

const NO_BODY: ParsedJson = { value: undefined, slices: new Map() }

async function jsonBody(rt: Deps, c: Context<Env>, exact: string[] = []): Promise<ParsedJson> {
  const request = c.req.raw
  requireJson(request)
  const { manifestBytes, manifestDepth, manifestFields } = rt.config.limits
  const bytes = await readBody(request, c.env?.incoming, manifestBytes, 'HOLDFAST_MAX_MANIFEST_BYTES')
  return parseJson(bytes, { depth: manifestDepth, fields: manifestFields }, { raw: exact })
}

/** Each name once: which of two values would count is nobody's guess. */
function queryObject(query: URLSearchParams): Record<string, string> {
  const twice = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1)
  if (twice !== undefined)
    throw new ProblemError('invalid_request', `${twice}: is given twice.`, {
      errors: [{ pointer: `/${twice}`, detail: 'give it once' }],
    })
  return Object.fromEntries(query)
}

async function respond(rt: Deps, c: Context<Env>, work: (requestId: string) => Promise<Reply>): Promise<Response> {
  const requestId = makeId('req')
  const headers = { ...SECURITY_HEADERS, ...transportHeaders(rt.config.baseUrl), 'Request-Id': requestId }
  const to = {
    request: c.req.raw,
    outgoing: c.env?.outgoing,
    broken: (error: unknown) => void problemOf(rt, error, requestId),
  }
  try {
    const reply = await work(requestId)
    const status = reply.status ?? 200
    if ('raw' in reply) return send(to, status, { ...headers, ...reply.headers }, reply.raw)
    const type = { 'Content-Type': 'application/json; charset=utf-8' }
    const text = 'text' in reply ? reply.text : renderJson(reply.json)
    return send(to, status, { ...headers, ...type, ...reply.headers }, text)
  } catch (error) {
    const problem = problemOf(rt, error, requestId)
    const document = toProblem(problem, requestId, rt.config.baseUrl)
    const type = { 'Content-Type': 'application/problem+json; charset=utf-8' }
    return send(to, document.status, { ...headers, ...type, ...problem.extra.headers }, JSON.stringify(document))
  }
}
