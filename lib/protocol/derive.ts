import { z } from 'zod'
import { SchemaVersion } from './artifact-ref'
import { Instant, Purpose, RunId, text } from './ids'
import { PublishResponse } from './publish'
import { Conclusion, QuerySelector, Scan } from './read'

export const DeriveRequest = z
  .strictObject({
    selector: QuerySelector,
    run_id: RunId.optional().meta({
      description: "Where the result belongs: a run of the caller's tenant. The run of the artifact without it.",
    }),
    output: text(256).min(1).default('result'),
    schema_version: SchemaVersion.nullable().optional().meta({
      description:
        'Of whole records of an artifact of the same tenant that of the artifact; else null, unless it is given.',
    }),
    expires_at: Instant.optional().meta({
      description: "Not later than the artifact's own, which counts without it.",
    }),
    locator: z.string().min(1).max(4096).optional(),
    purpose: Purpose.optional(),
  })
  .meta({
    id: 'DeriveRequest',
    examples: [{ selector: { type: 'query', filter: "status = 'failing'" } }],
  })
export type DeriveRequest = z.infer<typeof DeriveRequest>

export const DeriveResponse = PublishResponse.extend({
  scan: Scan.meta({ description: 'Of the artifact that it was derived from: always completed.' }),
  conclusion: Conclusion,
  disclosure_id: z.string(),
}).meta({ id: 'DeriveResponse' })
export type DeriveResponse = z.infer<typeof DeriveResponse>
