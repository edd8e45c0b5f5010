import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import { PROBLEMS, Problem, type ProblemCode } from '@/lib/protocol/problem'
import type { Route } from './route'

/** Any operation can answer these. */
const COMMON: ProblemCode[] = ['unauthenticated', 'internal', 'unavailable']

/** OpenAPI 3.1, from the same routes and schemas that serve and validate. */
export function openApiDocument(routes: Route[], baseUrl: string) {
  const paths: ZodOpenApiPathsObject = {}
  for (const r of routes) paths[r.path] = { ...paths[r.path], [r.method.toLowerCase()]: operation(r) }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Holdfast',
      version: '1',
      description: 'Immutable, protected references to tool results, with verified, bounded, authorised rereads.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${baseUrl}/api/v1` }],
    security: [{ key: [] }, { session: [] }],
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A capture, agent or admin key: `hf_…`.' },
        session: { type: 'apiKey', in: 'cookie', name: 'holdfast-session', description: 'A person signed in here.' },
      },
    },
    paths,
  })
}

function operation(r: Route) {
  const parameters = [...r.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!)
  const content = {
    ...(r.body && { 'application/json': { schema: r.body } }),
    ...Object.fromEntries(Object.entries(r.alsoTakes ?? {}).map(([type, schema]) => [type, { schema }])),
  }
  return {
    operationId: r.operationId,
    summary: r.summary,
    ...(r.description && { description: r.description }),
    tags: [r.tag],
    requestParams: {
      ...(parameters.length > 0 && { path: z.object(Object.fromEntries(parameters.map((p) => [p, z.string()]))) }),
      ...(r.query && { query: r.query }),
      header: z.object({
        'Holdfast-Purpose': z.string().optional().meta({ description: "What for: one of the tenant's purposes." }),
      }),
    },
    ...(Object.keys(content).length > 0 && { requestBody: { required: true, content } }),
    responses: { ...replies(r), ...problems(r) },
  }
}

const replies = (r: Route) =>
  Object.fromEntries(
    Object.entries(r.replies).map(([status, reply]) => [
      status,
      {
        description: reply.description,
        ...(reply.schema && { content: { [reply.contentType ?? 'application/json']: { schema: reply.schema } } }),
      },
    ]),
  )

function problems(r: Route) {
  const codes = [...new Set([...r.problems, ...COMMON])]
  const statuses = [...new Set(codes.map((code) => PROBLEMS[code].status))]
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: codes
          .filter((code) => PROBLEMS[code].status === status)
          .map((code) => `\`${code}\`: ${PROBLEMS[code].title}`)
          .join('. '),
        content: { 'application/problem+json': { schema: Problem } },
      },
    ]),
  )
}
