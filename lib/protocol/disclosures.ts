import { z } from 'zod'
import { Instant } from './ids'
import { Aggregate } from './read'

export const DisclosureRow = z
  .object({
    disclosure_id: z.string(),
    at: Instant,
    operation: z.string(),
    decision: z.enum(['allow', 'refuse']),
    rule: z.string().nullable(),
    reason: z.string().nullable(),
    purpose: z.string().nullable(),
    principal: z.object({ principal_id: z.string(), name: z.string() }),
    selector: z.unknown(),
    query: z
      .object({
        filter_text: z.string().nullable(),
        fields: z.array(z.string()).nullable(),
        aggregate: Aggregate.nullable(),
        examined_end: z.int(),
        total: z.int(),
        matched: z.int(),
      })
      .nullable()
      .meta({
        description: 'What a query asked, and how far it had come with this page. null when withheld or destroyed.',
      }),
  })
  .meta({ id: 'DisclosureRow' })
export type DisclosureRow = z.infer<typeof DisclosureRow>
