import { z } from 'zod'
import { listLocators, locatorHistory } from '@/lib/artifacts/locators'
import { route } from '@/lib/http/route'
import { LocatorMove, LocatorSummary, page } from '@/lib/protocol/admin'
import { RunId, TenantId } from '@/lib/protocol/ids'

const tag = 'Locators'

export const locatorRoutes = [
  route({
    method: 'GET',
    path: '/locators',
    operationId: 'listLocators',
    tag,
    summary: 'Names that move, and what each names now',
    credential: 'now',
    scope: 'read',
    query: z.strictObject({ tenant: TenantId.optional(), run: RunId.optional(), ...page }),
    replies: {
      200: {
        description: 'A page of locators, latest move first.',
        schema: z.object({ items: z.array(LocatorSummary), next: z.string().nullable() }),
      },
    },
    problems: ['invalid_request', 'not_found', 'forbidden'],
    handle: async ({ rt, caller, query, tenant }) => ({ json: await listLocators(rt, caller, { ...query, tenant }) }),
  }),
  route({
    method: 'GET',
    path: '/locators/history',
    operationId: 'locatorHistory',
    tag,
    summary: 'Which artifact a name named when, who moved it and who read what',
    credential: 'now',
    scope: 'read',
    query: z.strictObject({
      tenant: TenantId.optional(),
      run_id: RunId,
      locator: z.string().min(1).max(4096),
      ...page,
    }),
    replies: {
      200: {
        description: 'A page of moves, newest first.',
        schema: z.object({ items: z.array(LocatorMove), next: z.string().nullable() }),
      },
    },
    problems: ['invalid_request', 'not_found', 'forbidden'],
    handle: async ({ rt, caller, query, tenant }) => ({ json: await locatorHistory(rt, caller, { ...query, tenant }) }),
  }),
]
