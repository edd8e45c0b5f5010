import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Context, Provider } from 'oidc-provider'
import { CLIENT } from './client'

/**
 * A real OpenID provider on this machine, with a form that takes any password. Whoever signs in as `ann@example.com` has
 * that address, verified; as `unverified:ann@example.com`, not verified; as `nameless:7`, no address at all. The part
 * before `|` of `x|ann@example.com` only makes another subject of the same address.
 */
export async function startProvider(options: {
  port?: number
  redirectUri: string
  /** Changes an answer of the provider, for tests of what is refused. */
  tamper?: (ctx: Context) => void
}): Promise<{ issuer: string; close: () => Promise<void> }> {
  let handle: ReturnType<Provider['callback']> = (_req, res) => void res.writeHead(503).end()
  const server = createServer((req, res) => handle(req, res))
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [options.redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }] },
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: async (_ctx: unknown, id: string) => ({ accountId: id, claims: async () => claimsOf(id) }),
    pkce: { required: () => true },
    ttl: { Session: 3600, Interaction: 3600, Grant: 3600, AccessToken: 3600, IdToken: 3600 },
  })
  const { tamper } = options
  if (tamper)
    provider.use(async (ctx, next) => {
      await next()
      tamper(ctx)
    })
  handle = provider.callback()
  return {
    issuer,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function claimsOf(id: string) {
  const [kind, rest] = id.includes(':') ? id.split(':') : ['verified', id]
  const email = rest!.split('|').at(-1)!
  return {
    sub: id,
    name: `Person ${email.split('@')[0]}`,
    ...(kind !== 'nameless' && { email, email_verified: kind === 'verified' }),
  }
}
