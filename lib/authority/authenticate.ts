import { createHash, timingSafeEqual } from 'node:crypto'
import type { Deps } from '@/lib/deps'
import type { KeyKind, KeyScope } from '@/lib/protocol/ids'
import type { Caller } from './principal'

type KeyFacts = {
  keyId: string
  kind: KeyKind
  tenantId: string
  principalId: string
  name: string
  scopes: KeyScope[] | null
}
type Request = { requestId: string; purpose: string | null }

const MAX_CACHED = 10_000
const caches = new WeakMap<object, Map<string, KeyFacts>>()

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * The principal a bearer key names, or null. What a key *is* never changes and is remembered; whether it is *alive* is
 * asked from the database: here, or for a disclosure (`live: 'in_disclosure'`) inside the deciding transaction itself,
 * which saves the hot path a round trip.
 */
export async function authenticateKey(
  rt: Deps,
  bearer: string,
  request: Request,
  live: 'now' | 'in_disclosure' = 'now',
): Promise<Caller | null> {
  const hash = hashSecret(bearer)
  if (timingSafeEqual(hash, hashSecret(rt.operatorToken)))
    return { kind: 'operator', principalId: 'operator', name: 'Instance operator', ...request }
  if (!/^hf_[a-z]+_[0-9a-z]{26}_[A-Za-z0-9_-]{43}$/.test(bearer)) return null

  let cache = caches.get(rt.sql)
  if (!cache) {
    cache = new Map()
    caches.set(rt.sql, cache)
  }
  const name = hash.toString('base64')
  let facts = cache.get(name)
  if (!facts || live === 'now') {
    // Written at most once a minute: a write makes this a commit, which waits for the disk.
    const [row] = await rt.sql<KeyFacts[]>`
      with live as (
        select k.id, k.kind, k.tenant_id, k.principal_id, p.name, k.scopes, k.last_used_at
        from api_keys k join principals p on p.id = k.principal_id
        where k.hash = ${hash} and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())),
      used as (
        update api_keys k set last_used_at = clock_timestamp() from live
        where k.id = live.id
          and (live.last_used_at is null or live.last_used_at < clock_timestamp() - interval '1 minute'))
      select id as "keyId", kind, tenant_id as "tenantId", principal_id as "principalId", name, scopes from live`
    if (!row) return null
    facts = row
    if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!)
    cache.set(name, facts)
  }
  return {
    kind: 'agent',
    keyId: facts.keyId,
    keyKind: facts.kind,
    tenantId: facts.tenantId,
    principalId: facts.principalId,
    name: facts.name,
    scopes: facts.scopes,
    ...request,
  }
}
