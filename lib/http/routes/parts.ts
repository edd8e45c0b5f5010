import { z } from 'zod'
import { TenantId } from '@/lib/protocol/ids'
import type { ProblemCode } from '@/lib/protocol/problem'

/** What any operation with a JSON body may refuse it for. */
export const BODY: ProblemCode[] = ['invalid_json', 'invalid_request', 'unsupported_media_type']

/** For a caller of several tenants, which one is meant. */
export const inTenant = z.strictObject({ tenant: TenantId.optional() })

/** A page of a keyset-paged list. */
export const listOf = <T extends z.ZodType>(items: T) =>
  z.object({ items: z.array(items), next: z.string().nullable() })

/** An operation on who may what. */
export const administer = { tag: 'Authority', credential: 'now', scope: 'administer' } as const
