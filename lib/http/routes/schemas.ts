import { parseJson } from '@/lib/http/body'
import { route } from '@/lib/http/route'
import { RawJson, renderJson } from '@/lib/protocol/raw-json'
import {
  RegisteredSchema,
  SchemaDocument,
  SchemaList,
  SchemaListQuery,
  SchemaWithDocument,
} from '@/lib/protocol/schemas'
import { getSchema, listSchemas } from '@/lib/schemas/find'
import { registerSchema } from '@/lib/schemas/register'
import { BODY, inTenant } from './parts'

const shared = { tag: 'Schemas', credential: 'now' } as const

export const schemaRoutes = [
  route({
    ...shared,
    method: 'PUT',
    path: '/schemas/{version}',
    operationId: 'registerSchema',
    summary: 'Register a JSON Schema under a version, for good',
    description:
      'Admins. The body is the schema itself (2020-12). What is published under this `schema_version` from then on is validated by it, and its csv typed. Nothing is fetched: references stay inside the document.',
    scope: 'administer',
    query: inTenant,
    body: SchemaDocument,
    // Kept as it was sent.
    exact: [''],
    replies: {
      201: { description: 'Registered.', schema: RegisteredSchema },
      200: { description: 'This version had this very schema already.', schema: RegisteredSchema },
    },
    problems: [...BODY, 'payload_too_large', 'forbidden', 'not_found', 'conflict'],
    handle: async ({ rt, caller, tenant, params, slices }) => {
      const document = slices.get('')!
      const { manifestDepth, manifestFields } = rt.config.limits
      parseJson(Buffer.from(document), { depth: manifestDepth, fields: manifestFields })
      const { schema, created } = await registerSchema(rt, caller, { tenant, version: params.version!, document })
      return { status: created ? 201 : 200, json: schema }
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/schemas',
    operationId: 'listSchemas',
    summary: 'The registered schemas of a tenant',
    description: 'Whoever belongs to the tenant.',
    scope: null,
    query: SchemaListQuery,
    replies: { 200: { description: 'A page, newest first, without the documents.', schema: SchemaList } },
    problems: ['invalid_request', 'forbidden', 'not_found'],
    handle: async ({ rt, caller, tenant, query }) => ({ json: await listSchemas(rt, caller, { ...query, tenant }) }),
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/schemas/{version}',
    operationId: 'getSchema',
    summary: 'A registered schema with its document',
    description: 'Whoever belongs to the tenant.',
    scope: null,
    query: inTenant,
    replies: { 200: { description: 'The schema, exactly as it was sent.', schema: SchemaWithDocument } },
    problems: ['invalid_request', 'forbidden', 'not_found'],
    handle: async ({ rt, caller, tenant, params }) => {
      const { document, ...schema } = await getSchema(rt, caller, { tenant, version: params.version! })
      return { text: renderJson({ ...schema, document: new RawJson(document) }) }
    },
  }),
]
