import type { IncomingMessage } from 'node:http'
import { IJsonError, parseIJson } from '@/lib/protocol/ijson'
import { ProblemError } from '@/lib/protocol/problem'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * A whole body of at most `max` bytes. The limit is checked on what arrives, not on what was announced. From the socket's
 * own stream where there is one: making the web stream of it costs more than all of a small read does.
 */
export async function readBody(
  request: Request,
  incoming: IncomingMessage | undefined,
  max: number,
  setting: string,
): Promise<Buffer> {
  const tooLarge = () => new ProblemError('payload_too_large', `The body is longer than ${max} bytes (${setting}).`)
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > max) throw tooLarge()
  // Left early, the connection must stay: the refusal goes out on it.
  const body = incoming?.iterator({ destroyOnReturn: false }) ?? request.body
  if (!body) return Buffer.alloc(0)
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const part of body as AsyncIterable<Uint8Array>) {
      length += part.length
      if (length > max) throw tooLarge()
      parts.push(part)
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw new ProblemError('upload_incomplete', 'The connection closed before the body was whole.')
  }
  return parts.length === 1 ? Buffer.from(parts[0]!.buffer, parts[0]!.byteOffset, length) : Buffer.concat(parts)
}

/** Refuses a body of another media type, naming the one to send. */
export function requireJson(request: Request): void {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new ProblemError('unsupported_media_type', `Send "Content-Type: application/json"; this body says "${type}".`)
}

export type ParsedJson = ReturnType<typeof parseIJson>

/** Strict I-JSON (RFC 7493). `raw` and `rawEach` name places whose exact source text is kept beside the value. */
export function parseJson(
  bytes: Uint8Array,
  limits: { depth: number; fields: number },
  raw: { raw?: string[]; rawEach?: string[] } = {},
  at = '',
): ParsedJson {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw new ProblemError('invalid_json', 'The body is not valid UTF-8.', {
      errors: [{ pointer: at, detail: 'not valid UTF-8' }],
    })
  }
  try {
    return parseIJson(text, { maxDepth: limits.depth, maxFields: limits.fields, ...raw })
  } catch (error) {
    if (!(error instanceof IJsonError)) throw error
    const pointer = at + error.pointer
    throw new ProblemError('invalid_json', `${pointer || '/'}: ${error.detail}`, {
      errors: [{ pointer, detail: error.detail }],
    })
  }
}
