import { authenticateKey } from '@/lib/authority/authenticate'
import type { Caller } from '@/lib/authority/principal'
import { unauthenticated } from '@/lib/authority/refusals'
import { refuseOtherSites } from '@/lib/authority/same-site'
import { sessionCaller } from '@/lib/authority/session'
import type { Deps } from '@/lib/deps'
import { Purpose } from '@/lib/protocol/ids'
import { ProblemError } from '@/lib/protocol/problem'
import type { Route } from './route'

/** Who is asking: a bearer key (RFC 6750 §2.1), or a person by the session cookie of this site. */
export async function callerOf(
  rt: Deps,
  request: Request,
  requestId: string,
  credential: Route['credential'],
): Promise<Caller> {
  const named = request.headers.get('holdfast-purpose')
  if (named !== null && !Purpose.safeParse(named).success)
    throw new ProblemError('purpose_required', "Holdfast-Purpose: write one purpose of the tenant's list.", {
      errors: [{ pointer: '/Holdfast-Purpose', detail: 'not a purpose' }],
    })
  const about = { requestId, purpose: named }
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const bearer = /^Bearer +([\x21-\x7e]{1,256})$/i.exec(authorization)?.[1]
    const caller = bearer && (await authenticateKey(rt, bearer, about, credential))
    if (!caller) throw unauthenticated()
    return caller
  }
  const caller = await sessionCaller(rt, request.headers.get('cookie'), about)
  if (!caller) throw unauthenticated()
  refuseOtherSites(rt.config.baseUrl, request)
  return caller
}
