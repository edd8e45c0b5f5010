import 'server-only'
import type { FirstEvents } from '@/components/audit/use-events'
import { listEvents } from '@/lib/audit/list'
import type { Caller } from '@/lib/authority/principal'
import { AuditListQuery } from '@/lib/protocol/audit'
import { isProblem } from '@/lib/protocol/problem'
import { runtime } from '@/lib/runtime'

/** The first page of events, read with the page itself: one look at the log, recorded once. */
export async function firstEvents(
  caller: Caller,
  queryAt: (now: number) => Partial<AuditListQuery>,
): Promise<FirstEvents & { asOf: number }> {
  const rt = await runtime()
  const asOf = rt.now().getTime()
  const { limit, ...query } = queryAt(asOf)
  const parsed = AuditListQuery.safeParse({ ...query, limit })
  if (!parsed.success)
    return {
      asOf,
      query,
      page: null,
      problem: {
        code: 'invalid_request',
        detail: 'A filter in the address has a value that cannot be.',
        errors: parsed.error.issues.map((i) => ({ pointer: `/${i.path.join('/')}`, detail: i.message })),
      },
    }
  try {
    return { asOf, query, page: await listEvents(rt, caller, parsed.data), problem: null }
  } catch (error) {
    if (!isProblem(error)) throw error
    const problem = { code: error.code, detail: error.detail, request_id: caller.requestId }
    return { asOf, query, page: null, problem }
  }
}
