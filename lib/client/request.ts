import type { FieldError, Problem, ProblemCode } from '@/lib/protocol/problem'

/**
 * A refusal of the API, as an error of the browser's. `request_id` is what the service logged it under; a network failure
 * has none.
 */
export class ApiProblem extends Error {
  readonly code: ProblemCode
  readonly detail: string
  readonly errors: FieldError[] | undefined
  readonly request_id: string | undefined
  readonly retry_after_ms: number | undefined
  readonly status: number
  constructor(readonly problem: Pick<Problem, 'code' | 'detail' | 'status'> & Partial<Problem>) {
    super(`${problem.code}: ${problem.detail}`)
    this.name = 'ApiProblem'
    this.code = problem.code
    this.detail = problem.detail
    this.errors = problem.errors
    this.request_id = problem.request_id
    this.retry_after_ms = problem.recovery?.retry_after_ms
    this.status = problem.status
  }
}

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  /** JSON that is sent as it is, instead of `body`. */
  source?: string
  /** For people of several tenants: `Holdfast-Tenant`. */
  tenant?: string
  /** `Holdfast-Purpose`; without it the run's only purpose, or `audit` for an auditor. */
  purpose?: string
  signal?: AbortSignal
}

/** Calls the API with the session cookie and returns the response whatever its status. */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const headers: Record<string, string> = {}
  const body = options.source ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (options.tenant) headers['Holdfast-Tenant'] = options.tenant
  if (options.purpose) headers['Holdfast-Purpose'] = options.purpose
  try {
    return await fetch(`/api/v1${path}`, {
      method: options.method ?? 'GET',
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(body !== undefined && { body }),
      ...(options.signal && { signal: options.signal }),
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiProblem({ code: 'unavailable', status: 503, detail: 'The service did not answer. Is it running?' })
  }
}

/** Turns a refusal into an `ApiProblem`. */
export async function refusal(response: Response): Promise<ApiProblem> {
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('json')) {
    const problem = (await response.json().catch(() => null)) as Problem | null
    if (problem?.code) return new ApiProblem(problem)
  }
  return new ApiProblem({
    code: 'internal',
    status: response.status,
    detail: `The service answered ${response.status} without a problem document.`,
  })
}

/** The JSON of a successful response; throws `ApiProblem` otherwise. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await send(path, options)
  if (!response.ok) throw await refusal(response)
  return (response.status === 204 ? undefined : await response.json()) as T
}

/** `?a=1&b=2`, without what is undefined, null or empty. */
export function query(parameters: Record<string, string | number | null | undefined>): string {
  const pairs = Object.entries(parameters).flatMap(([k, v]) =>
    v === undefined || v === null || v === '' ? [] : [[k, String(v)]],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}
