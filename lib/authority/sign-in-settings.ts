import type { Deps } from '@/lib/deps'
import type { OwnSignIn, ProviderCheck, SignInSettings } from '@/lib/protocol/people'
import { ProblemError } from '@/lib/protocol/problem'
import { isOperator } from './may'
import type { Caller } from './principal'
import { type Discovery, providerFetch, rediscover } from './provider'

type Config = NonNullable<Deps['config']['oidc']>

/** Where the provider sends people back to; it must be registered there, letter by letter. */
export const redirectUri = (baseUrl: string): string => `${baseUrl}/api/auth/callback/oidc`

/** One check at a time for all who look, and its result for this long: looking must not be a way to press the provider. */
const FRESH_MS = 30_000
let last: { at: number; checks: Promise<ProviderCheck[]> } | null = null

/** How people sign in here, and what the provider itself says now. For whoever administers something; never the secret. */
export async function signInSettings(rt: Deps, caller: Caller): Promise<SignInSettings> {
  const admin =
    isOperator(caller) ||
    (caller.kind === 'agent' && caller.keyKind === 'admin') ||
    (caller.kind === 'user' && caller.tenants.some((t) => t.roles.includes('admin')))
  if (!admin) throw new ProblemError('forbidden', 'This takes an admin of a tenant, or the instance operator.')
  const { oidc, baseUrl } = rt.config
  if (!oidc) return { local: true, provider: null }
  const now = rt.now().getTime()
  if (!last || now - last.at >= FRESH_MS) last = { at: now, checks: checkProvider(oidc) }
  const { at, checks } = last
  return {
    local: true,
    provider: {
      name: oidc.name,
      issuer: oidc.issuer,
      client_id: oidc.clientId,
      redirect_uri: redirectUri(baseUrl),
      checks: await checks,
      checked_at: new Date(at).toISOString(),
    },
  }
}

/** Asks the provider for its document and its keys, and says of each point what was seen. Never throws. */
export async function checkProvider(oidc: Config): Promise<ProviderCheck[]> {
  let d: Discovery
  try {
    d = await rediscover(oidc)
  } catch (error) {
    return [{ check: 'discovery', result: 'failed', detail: reason(error) }]
  }
  return [
    { check: 'discovery', result: 'passed', detail: 'The provider answers with its discovery document.' },
    { check: 'issuer', result: 'passed', detail: `It names itself ${d.issuer}, as is set.` },
    {
      check: 'transport',
      result: 'passed',
      detail: oidc.issuer.startsWith('https:')
        ? 'Every address in the document is https.'
        : 'Plain HTTP, on this machine alone.',
    },
    listed('code_flow', d.response_types_supported, ['code'], 'The authorization code flow'),
    listed('pkce', d.code_challenge_methods_supported, ['S256'], 'PKCE with S256 (sent in any case)'),
    // RFC 8414 §2: without a list, client_secret_basic.
    listed(
      'client_authentication',
      d.token_endpoint_auth_methods_supported ?? ['client_secret_basic'],
      ['client_secret_basic'],
      'Client authentication by client_secret_basic',
    ),
    await keys(oidc, d),
    listed('addresses', d.claims_supported, ['email', 'email_verified'], 'Verified addresses (email, email_verified)'),
  ]
}

function listed(
  check: ProviderCheck['check'],
  list: string[] | undefined,
  wanted: string[],
  what: string,
): ProviderCheck {
  if (!list) return { check, result: 'unknown', detail: `${what}: the document does not say.` }
  const missing = wanted.filter((w) => !list.includes(w))
  return missing.length === 0
    ? { check, result: 'passed', detail: `${what}: listed.` }
    : { check, result: 'failed', detail: `${what}: ${missing.join(', ')} not listed.` }
}

async function keys(oidc: Config, d: Discovery): Promise<ProviderCheck> {
  try {
    const response = await providerFetch(oidc)(d.jwks_uri)
    const { keys } = (await response.json()) as { keys: { kty?: string; use?: string }[] }
    const usable = keys.filter((k) => k.kty !== 'oct' && (k.use ?? 'sig') === 'sig').length
    return usable > 0
      ? {
          check: 'keys',
          result: 'passed',
          detail: `${usable} public ${usable === 1 ? 'key' : 'keys'} to check signatures of ID tokens with.`,
        }
      : { check: 'keys', result: 'failed', detail: 'There is no public key to check ID tokens with.' }
  } catch (error) {
    return { check: 'keys', result: 'failed', detail: `The keys could not be read: ${reason(error)}` }
  }
}

/** `fetch failed` has the reason in its cause. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause as { code?: unknown; message?: unknown } | undefined
  const detail = cause?.code ?? cause?.message
  return error.name === 'ZodError'
    ? 'The document lacks what OpenID Connect Discovery requires.'
    : `${error.message}${typeof detail === 'string' ? ` (${detail})` : ''}.`
}

/** How the caller can sign in. */
export async function ownSignIn(rt: Deps, caller: Caller): Promise<OwnSignIn> {
  if (caller.kind !== 'user') throw new ProblemError('forbidden', 'This takes a person who is signed in.')
  const [me] = await rt.sql<{ email: string; password: boolean; expiresAt: Date }[]>`
    select p.email, p.password_hash is not null as password, s.expires_at as "expiresAt"
    from principals p join sessions s on s.id = ${caller.sessionId} where p.id = ${caller.principalId}`
  type Row = Omit<OwnSignIn['identities'][number], 'linked_at' | 'last_used_at'> & { linkedAt: Date; lastUsedAt: Date }
  const identities = await rt.sql<Row[]>`
    select issuer, email, email_verified, linked_by, linked_at as "linkedAt", last_used_at as "lastUsedAt"
    from identities where user_id = ${caller.principalId} order by linked_at, id`
  return {
    email: me!.email,
    password: me!.password,
    provider: rt.config.oidc?.name ?? null,
    identities: identities.map(({ linkedAt, lastUsedAt, ...i }) => ({
      ...i,
      linked_at: linkedAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
    })),
    session_expires_at: me!.expiresAt.toISOString(),
  }
}
