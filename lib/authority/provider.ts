import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Oidc } from '@/lib/config'
import { isLoopback } from '@/lib/settings'

/** What signing in needs of OpenID Connect Discovery 1.0 §3; the rest is passed over. */
const Discovery = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  response_types_supported: z.array(z.string()).optional(),
  code_challenge_methods_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
  claims_supported: z.array(z.string()).optional(),
})
export type Discovery = z.infer<typeof Discovery>

/** A person waits behind each request to the provider. */
const TIMEOUT_MS = 10_000
/** Every start of a sign-in reads the document, and anybody may start one: the provider is asked once in this time. */
const CACHE_MS = 5 * 60_000
const kept = new Map<string, { text: string; at: number }>()

export const discoveryAddress = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/**
 * Whether the provider may be reached there. Auth.js allows plain HTTP for every provider (`allowInsecureRequests` is set
 * in its callback, 0.41), and has no option against it; the requests it makes pass through `providerFetch` instead, which
 * refuses. HTTP is left for a provider on this machine whose issuer says so (Discovery 1.0 §7.1 wants TLS of every other).
 */
export function mayReach(oidc: Oidc, address: string): boolean {
  const url = new URL(address)
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && isLoopback(url.hostname) && oidc.issuer.startsWith('http:'))
  )
}

/** `fetch` for what signing in asks of the provider: no plain HTTP, no redirects, no waiting without end. */
export const providerFetch =
  (oidc: Oidc) =>
  async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const address = input instanceof Request ? input.url : String(input)
    if (address === discoveryAddress(oidc.issuer))
      return new Response(await discoveryText(oidc), { headers: { 'Content-Type': 'application/json' } })
    return reach(oidc, address, init)
  }

/** The provider's discovery document, checked: its issuer is the one that is set, and each of its addresses may be reached. */
export async function discover(oidc: Oidc): Promise<Discovery> {
  return checked(oidc, await discoveryText(oidc))
}

/** Asks the provider even where a document is kept. */
export async function rediscover(oidc: Oidc): Promise<Discovery> {
  kept.delete(oidc.issuer)
  return discover(oidc)
}

async function discoveryText(oidc: Oidc): Promise<string> {
  const known = kept.get(oidc.issuer)
  if (known && Date.now() - known.at < CACHE_MS) return known.text
  const response = await reach(oidc, discoveryAddress(oidc.issuer))
  if (response.status !== 200) throw new Error(`the provider answered ${response.status} to discovery`)
  const text = await response.text()
  checked(oidc, text)
  kept.set(oidc.issuer, { text, at: Date.now() })
  return text
}

function checked(oidc: Oidc, text: string): Discovery {
  const document = Discovery.parse(JSON.parse(text))
  // Discovery §4.3: identical, or another provider could stand in for this one.
  if (document.issuer !== oidc.issuer)
    throw new Error(`the document is of ${document.issuer}; HOLDFAST_OIDC_ISSUER must be exactly that`)
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = document
  for (const address of [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint])
    if (address && !mayReach(oidc, address)) throw new Error(`${address} is not reached: it is not https`)
  return document
}

async function reach(oidc: Oidc, address: string, init?: RequestInit): Promise<Response> {
  if (!mayReach(oidc, address)) throw new Error(`${new URL(address).origin} is not reached: it is not https`)
  return fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

/**
 * The claims of an ID token whose signature, issuer, audience and times hold. Auth.js checks all but the signature, which
 * OpenID Connect Core §3.1.3.7 leaves to TLS where the token comes from the token endpoint; here both count.
 */
export async function verifyIdToken(oidc: Oidc, token: string): Promise<JWTPayload> {
  const d = await discover(oidc)
  let keys = keySets.get(d.jwks_uri)
  if (!keys) {
    keys = createRemoteJWKSet(new URL(d.jwks_uri), { [customFetch]: providerFetch(oidc) })
    keySets.set(d.jwks_uri, keys)
  }
  // Never a symmetric algorithm or none: the secret would then sign as well as check.
  const listed = d.id_token_signing_alg_values_supported?.filter((alg) => /^(RS|PS|ES|Ed)/.test(alg))
  const { payload } = await jwtVerify(token, keys, {
    issuer: oidc.issuer,
    audience: oidc.clientId,
    algorithms: listed?.length ? listed : ['RS256'],
  })
  return payload
}
