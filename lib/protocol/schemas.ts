import { z } from 'zod'
import { page } from './admin'
import { SchemaVersion } from './artifact-ref'
import { Instant, TenantId } from './ids'

/** A JSON Schema as it is sent. Its own rules are those of the meta-schema, checked where it is made ready. */
export const SchemaDocument = z.record(z.string(), z.unknown()).meta({
  id: 'SchemaDocument',
  description:
    'A JSON Schema of 2020-12, at most 256 KiB. References stay inside it; patterns are what both ECMA-262 (flag u) and RE2 can run.',
  examples: [
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { host: { type: 'string' }, load: { type: 'number' } },
      required: ['host'],
    },
  ],
})

export const RegisteredSchema = z
  .object({
    tenant_id: TenantId,
    version: SchemaVersion.meta({ description: 'What manifests name as `schema_version`.' }),
    digest: z.string().meta({ description: 'SHA-256 of the canonical JSON (RFC 8785) of the document.' }),
    bytes: z.int().meta({ description: 'Length of the document as it was sent.' }),
    registered_by: z.object({ principal_id: z.string(), name: z.string().nullable() }),
    registered_at: Instant,
  })
  .meta({ id: 'RegisteredSchema' })
export type RegisteredSchema = z.infer<typeof RegisteredSchema>

export const SchemaWithDocument = RegisteredSchema.extend({
  document: z.unknown().meta({ description: 'The document exactly as it was sent.' }),
}).meta({ id: 'SchemaWithDocument' })

export const SchemaList = z
  .object({ items: z.array(RegisteredSchema), next: z.string().nullable() })
  .meta({ id: 'SchemaList' })
export type SchemaList = z.infer<typeof SchemaList>

export const SchemaListQuery = z.strictObject({ ...page, after: SchemaVersion.optional(), tenant: TenantId.optional() })
export type SchemaListQuery = z.infer<typeof SchemaListQuery>

/** What the service found when it validated the records by the registered schema, as they were published. */
export const SchemaReport = z
  .discriminatedUnion('status', [
    z.object({ status: z.literal('valid'), records: z.int().meta({ description: 'How many were validated: all.' }) }),
    z.object({
      status: z.literal('invalid'),
      count: z.int().meta({ description: 'How many records do not fit.' }),
      first: z
        .object({
          record: z.int().meta({ description: 'Its index, from 0.' }),
          pointer: z.string().meta({ description: 'Where in the record (RFC 6901).' }),
          message: z.string(),
        })
        .nullable(),
    }),
    z.object({ status: z.literal('unregistered') }),
  ])
  .meta({
    id: 'SchemaReport',
    description:
      'unregistered: nothing was validated, because no schema was registered under the artifact’s schema_version when it was published, or because the content is opaque bytes.',
  })
export type SchemaReport = z.infer<typeof SchemaReport>
