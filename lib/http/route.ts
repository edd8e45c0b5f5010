import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import type { Caller } from '@/lib/authority/principal'
import type { Deps } from '@/lib/deps'
import type { KeyScope } from '@/lib/protocol/ids'
import type { ProblemCode } from '@/lib/protocol/problem'
import type { Body } from './send'

/** What a handler answers. Exactly one of `json`, `text` (JSON already rendered) and `raw`. */
export type Reply = {
  status?: number
  headers?: Record<string, string>
} & ({ json: unknown } | { text: string } | { raw: Body })

export type Call<Q, B> = {
  rt: Deps
  caller: Caller
  /** Path parameters, decoded. They may be anything: operations treat what cannot be an id as unknown. */
  params: Record<string, string>
  query: Q
  body: B
  /** The exact text of the body at the places that the route names in `exact`, by pointer. */
  slices: ReadonlyMap<string, string>
  /** From `?tenant=` or `Holdfast-Tenant`. */
  tenant: string | undefined
  request: Request
  incoming: IncomingMessage | undefined
}

type Documented = { description: string; schema?: z.ZodType; contentType?: string; headers?: Record<string, string> }

/**
 * One operation of the API as data: what is served, validated and documented comes from the same place. `credential`
 * says when a key is checked for life: before the handler, or inside the disclosure's own transaction.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `{name}` for parameters, below `/api/v1`. */
  path: string
  operationId: string
  tag: string
  summary: string
  description?: string
  credential: 'now' | 'in_disclosure'
  /** Which scope a narrowed key needs; null for what any credential may ask. */
  scope: KeyScope | null
  query?: z.ZodObject
  body?: z.ZodType
  /** Places of the body whose source text matters, as numbers in it do. They are checked by whoever reads them. */
  exact?: string[]
  /** Other request media types, for the description. */
  alsoTakes?: Record<string, z.ZodType>
  replies: Record<number, Documented>
  problems: ProblemCode[]
  handle: (call: Call<never, never>) => Promise<Reply>
}

/** Ties the types of a handler to its schemas. */
export function route<Q extends z.ZodObject, B extends z.ZodType>(
  definition: Omit<Route, 'handle' | 'query' | 'body'> & {
    query?: Q
    body?: B
    handle: (call: Call<z.output<Q>, z.output<B>>) => Promise<Reply>
  },
): Route {
  return definition as unknown as Route
}

/** What the server's door hands to the app beside the request. */
export type Bindings = { incoming?: IncomingMessage; outgoing?: ServerResponse }
