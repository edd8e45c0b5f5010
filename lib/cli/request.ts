import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { Problem } from '@/lib/protocol/problem'
import { EXIT } from './exit'
import { Failure, failureOf } from './failure'
import type { Target } from './target'

export type Outgoing = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base URL, e.g. `/api/v1/tenants`. */
  path: string
  json?: unknown
  headers?: Record<string, string>
  /** A body that is streamed. Without a length it goes out chunked. */
  body?: { stream: Readable; length: number | null }
}

/** @returns the answer, headers read and body not, when its status is 2xx. Throws a `Failure` for every other. */
export async function send(target: Target, out: Outgoing): Promise<http.IncomingMessage> {
  const answer = await exchange(target, out)
  const status = answer.statusCode ?? 0
  if (status >= 200 && status < 300) return answer
  throw await refusal(target, answer)
}

export async function sendJson<T>(target: Target, out: Outgoing): Promise<{ status: number; text: string; value: T }> {
  const answer = await send(target, out)
  const text = await textOf(answer)
  try {
    return { status: answer.statusCode!, text, value: JSON.parse(text) as T }
  } catch {
    throw stranger(target, `It answered ${answer.statusCode} without JSON.`)
  }
}

export async function textOf(answer: Readable): Promise<string> {
  const parts: Buffer[] = []
  try {
    for await (const part of answer) parts.push(part as Buffer)
  } catch (error) {
    throw cutShort(error)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The connection ended within the answer. */
export const cutShort = (error: unknown): Failure =>
  new Failure(EXIT.unexpected, {
    title: 'The answer ended early',
    detail: error instanceof Error ? error.message : String(error),
    code: 'answer_incomplete',
  })

function exchange(target: Target, out: Outgoing): Promise<http.IncomingMessage> {
  const url = new URL(target.base.pathname.replace(/\/$/, '') + out.path, target.base)
  const json = out.json === undefined ? null : JSON.stringify(out.json)
  const length = json === null ? out.body?.length : Buffer.byteLength(json)
  const headers: Record<string, string> = {
    Accept: 'application/json, application/problem+json',
    'User-Agent': 'holdfast-cli',
    ...(target.key !== null && { Authorization: `Bearer ${target.key}` }),
    ...(target.purpose !== null && { 'Holdfast-Purpose': target.purpose }),
    ...(json !== null && { 'Content-Type': 'application/json' }),
    ...(length !== null && length !== undefined && { 'Content-Length': String(length) }),
    ...out.headers,
  }
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http
    // Kept alive: with "Connection: close" the server would reset the connection behind an early refusal, and the upload
    // would lose the answer. The idle connection does not keep the process.
    const call = request(url, { method: out.method, headers })
    let answered = false
    let source: unknown = null
    call.on('response', (answer) => {
      answered = true
      // An early refusal: the rest of a long upload has no reader, and the connection would wait for it.
      out.body?.stream.unpipe(call)
      if (!call.writableEnded) answer.once('end', () => call.destroy())
      resolve(answer)
    })
    // Once there is an answer, it counts; the connection may break under the rest of the upload.
    call.on('error', (error) => !answered && reject(source ?? unreachable(target, error)))
    if (out.body) {
      out.body.stream.once('error', (error) => {
        source = error
        call.destroy()
      })
      out.body.stream.pipe(call)
    } else call.end(json)
  })
}

async function refusal(target: Target, answer: http.IncomingMessage): Promise<Failure> {
  const text = await textOf(answer)
  const problem = Problem.safeParse(parse(text))
  if (problem.success) return failureOf(problem.data, hintsFor(problem.data))
  if (answer.statusCode === 503 && text.startsWith('Holdfast is starting')) return starting(target)
  return stranger(target, `It answered ${answer.statusCode} without a problem document.`)
}

const hintsFor = (p: Problem): string[] =>
  p.code === 'unauthenticated'
    ? ['Check --key or HOLDFAST_KEY: it may be of another instance, expired or revoked.']
    : p.code === 'purpose_required'
      ? ['Name one with --purpose.']
      : []

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const stranger = (target: Target, detail: string) =>
  new Failure(EXIT.unexpected, {
    title: `What answers at ${target.base.origin} is not a Holdfast server`,
    detail,
    code: 'not_holdfast',
    hints: ['Check --url or HOLDFAST_URL.'],
  })

const starting = (target: Target) =>
  new Failure(EXIT.notRunning, {
    title: `The server at ${target.base.origin} is still starting`,
    code: 'server_not_running',
    hints: ['Try again in a second.'],
  })

function unreachable(target: Target, error: NodeJS.ErrnoException): Failure {
  const detail = error.code ?? error.message
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE')
    return new Failure(EXIT.unexpected, {
      title: `The connection to ${target.base.origin} broke before an answer`,
      detail,
      code: 'connection_lost',
      hints: ['Nothing is known of the outcome. Repeating a publish is safe: the same call has one result.'],
    })
  return new Failure(EXIT.notRunning, {
    title: `No Holdfast server answers at ${target.base.origin}`,
    detail,
    code: 'server_not_running',
    hints: ['Start it with: npm start', 'Or name another with --url or HOLDFAST_URL.'],
  })
}
