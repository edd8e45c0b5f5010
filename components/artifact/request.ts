import type { Problem } from '@/lib/protocol/problem'

/** A refusal of the API, with its problem document. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.detail}`)
    this.name = 'Refused'
  }
}

export type Ask = { method?: 'GET' | 'POST'; body?: unknown; purpose: string | null; signal?: AbortSignal }

/**
 * Asks the API as the person signed in, and returns the answer's text: whoever shows records must not lose digits to a
 * parser. @throws Refused; a network fault becomes a problem too, so that every failure is shown the same way.
 */
export async function ask(path: string, { method = 'GET', body, purpose, signal }: Ask): Promise<string> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      Accept: 'application/json, application/jose',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(purpose !== null && { 'Holdfast-Purpose': purpose }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new Refused(unreachable('The browser got no answer from the service.'))
  })
  const text = await response.text()
  if (response.ok) return text
  throw new Refused(problemIn(text) ?? unreachable(`The answer was HTTP ${response.status} without an explanation.`))
}

function problemIn(text: string): Problem | null {
  try {
    const value = JSON.parse(text) as Problem
    return typeof value.code === 'string' && typeof value.title === 'string' ? value : null
  } catch {
    return null
  }
}

const unreachable = (detail: string): Problem => ({
  type: '/problems/unavailable',
  title: 'The service cannot answer now',
  status: 503,
  detail,
  code: 'unavailable',
  check: 'service',
  recovery: { action: 'retry' },
  request_id: '',
})

export const problemOf = (error: unknown): Problem | null =>
  error instanceof Refused ? error.problem : error ? unreachable('The page could not read the answer.') : null
