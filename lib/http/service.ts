import type { Context, Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '@/lib/deps'
import { ArtifactRef } from '@/lib/protocol/artifact-ref'
import type { Bindings, Reply } from './route'

type Env = { Bindings: Bindings }
type Answer = (c: Context<Env>, work: () => Promise<Reply>) => Promise<Response>

/** Addresses of the instance itself, for anybody: what offline verification and monitors need. Nothing of a tenant. */
export const SERVICE_PATHS = ['/healthz', '/readyz', '/.well-known/jwks.json', '/schemas/artifact-ref.v1.schema.json']

const READY_MS = 2_000

export function serveService(app: Hono<Env>, rt: Deps, answer: Answer): void {
  app.get('/healthz', (c) => answer(c, async () => ({ json: { status: 'ok' } })))
  app.get('/readyz', (c) => answer(c, () => ready(rt)))
  app.get('/.well-known/jwks.json', (c) => answer(c, async () => ({ json: (await rt.keystore.signer()).jwks() })))
  app.get('/schemas/artifact-ref.v1.schema.json', (c) => answer(c, async () => ({ json: artifactRefSchema(rt) })))
}

/** Ready means: the database answers, the object store answers, the signing key opens. */
async function ready(rt: Deps): Promise<Reply> {
  const checks = {
    database: rt.sql`select 1`,
    object_store: rt.store.size('art_00000000000000000000000000'),
    keystore: rt.keystore.signer(),
  }
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await within(check)] as const),
  )
  const ok = results.every(([, up]) => up)
  const names = Object.fromEntries(results.map(([name, up]) => [name, up ? 'ok' : 'unavailable']))
  return {
    status: ok ? 200 : 503,
    json: {
      status: ok ? 'ok' : 'unavailable',
      checks: names,
      audit: names.database === 'ok' ? await auditLag(rt) : null,
    },
  }
}

/** How long the oldest event of all logs has waited for its position. Under a second or so while a sequencer runs. */
async function auditLag(rt: Deps): Promise<{ waiting_ms: number }> {
  const [row] = await rt.sql<{ ms: number }[]>`
    select coalesce(extract(epoch from clock_timestamp() - min(a.at)) * 1000, 0)::int as ms
    from audit a where a.seq = (select min(seq) from audit_pending)`
  return { waiting_ms: Math.max(0, row!.ms) }
}

const within = (check: PromiseLike<unknown>): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), READY_MS)
    check
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .then(() => clearTimeout(timer))
  })

const artifactRefSchema = (rt: Deps) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `${rt.config.baseUrl}/schemas/artifact-ref.v1.schema.json`,
  // Named anew, without the component id, so that the root is the schema and not a reference to it.
  ...z.toJSONSchema(z.strictObject(ArtifactRef.shape).meta({ title: 'ArtifactRef' }), {
    target: 'draft-2020-12',
    io: 'input',
  }),
})
