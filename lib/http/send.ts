import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/** What is there already, or comes piece by piece and is of the length that the headers say. */
export type Body = string | Uint8Array[] | AsyncIterable<Uint8Array> | null

type To = {
  request: Request
  /** The socket's own response, behind `server.ts`. */
  outgoing: ServerResponse | undefined
  /** Told when a body ends short for a reason of ours. */
  broken: (error: unknown) => void
}

/**
 * Answers: on the socket's own response where there is one, else as a web `Response`. For a small read a `Response`, which
 * is a stream with two queues, costs as much as everything else of the request together.
 */
export function send(to: To, status: number, headers: Record<string, string>, body: Body): Response {
  const { outgoing } = to
  const nothing = body === null || to.request.method === 'HEAD'
  if (!outgoing) return new Response(nothing ? null : asInit(body), { status, headers })
  if (nothing) outgoing.writeHead(status, headers).end()
  else if (typeof body === 'string') {
    const bytes = Buffer.from(body)
    outgoing.writeHead(status, { ...headers, 'Content-Length': bytes.length }).end(bytes)
  } else if (Array.isArray(body)) {
    outgoing.writeHead(status, headers)
    outgoing.cork()
    for (const part of body) outgoing.write(part)
    outgoing.end()
  } else {
    outgoing.writeHead(status, headers)
    pipeline(body, outgoing).catch((error) => {
      // The client's leaving is no fault.
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') to.broken(error)
    })
  }
  return RESPONSE_ALREADY_SENT
}

const asInit = (body: NonNullable<Body>): BodyInit =>
  typeof body === 'string'
    ? body
    : Array.isArray(body)
      ? Buffer.concat(body)
      : (Readable.toWeb(Readable.from(body)) as ReadableStream<Uint8Array>)
