import { encode } from '@auth/core/jwt'
import { createWorld, type World } from '@/e2e/cases/world'
import { sessionCookie, sessionSecret, startSession } from '@/lib/authority/session'
import { startTestServer, type TestServer } from '@/lib/http/test-server'

/** A server whose log is sequenced, and a tenant of it with people. */
export type Audited = {
  server: TestServer
  w: World
  /** A request of a person with these roles, made for it once. Without a tenant: this world's. */
  as: (roles: string[], method: string, path: string, tenant?: string) => Promise<Response>
  /** Of an auditor, and parsed. */
  audit: <T>(path: string) => Promise<T>
  /** What was committed before has its position and is signed, as far as it can be. */
  sequence: () => Promise<void>
  /** Something that only the owner of the database could do. */
  tamper: (statement: string) => Promise<unknown>
  close: () => Promise<void>
}

export async function startAudited(): Promise<Audited> {
  const server = await startTestServer()
  const { rt } = server
  const w = await createWorld(server.base, rt.operatorToken)
  const people = new Map<string, Promise<string>>()

  const signIn = async (tenant: string, roles: string[]): Promise<string> => {
    const email = `${roles.join('-')}@${tenant}.example`
    const made = await w.call('POST', `/tenants/${tenant}/users`, { json: { email, name: roles.join(), roles } })
    const { user_id } = (await made.json()) as { user_id: string }
    const salt = sessionCookie(rt)
    const token = await encode({
      token: { sid: await startSession(rt, user_id) },
      secret: await sessionSecret(rt),
      salt,
    })
    return `${salt}=${token}`
  }
  const as: Audited['as'] = async (roles, method, path, tenant = w.tenant) => {
    const name = `${tenant}/${roles.join()}`
    if (!people.has(name)) people.set(name, signIn(tenant, roles))
    return w.call(method, path, { key: null, headers: { cookie: await people.get(name)!, origin: rt.config.baseUrl } })
  }
  return {
    server,
    w,
    as,
    audit: async (path) => {
      const response = await as(['auditor'], 'GET', path)
      if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`)
      return response.json()
    },
    sequence: async () => {
      // Its own rounds go on meanwhile, and only one at a time does anything. What waits for an operator waits on.
      for (let tries = 0; tries < 20; tries++) {
        await server.sequencer.round()
        const [left] =
          await rt.sql`select exists (select from audit_pending) or exists (select from audit_unpublished) as left`
        if (!left!.left) return
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
    tamper: (statement) =>
      rt.sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        return tx.unsafe(statement)
      }),
    close: () => server.close(),
  }
}
