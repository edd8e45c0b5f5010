import { createHash } from 'node:crypto'
import { type Artifact, hashText } from '@/lib/artifacts/artifact'
import { disclose } from '@/lib/authority/disclose'
import type { Caller } from '@/lib/authority/principal'
import { released } from '@/lib/authority/released'
import type { ObjectReader } from '@/lib/blobs/object'
import type { Deps } from '@/lib/deps'
import { ProblemError } from '@/lib/protocol/problem'
import { type ByteRange, parseRange } from './range'

/** What is verified and handed on at a time. A larger buffer is fresh memory each time, and costs more than it saves. */
const PIECE = 64 * 1024
/**
 * A body up to this length is held whole, and carries a digest of its own when it is a part (RFC 9530 §2). A longer one
 * would have to be read twice.
 */
const HELD_MAX = 1_048_576

export type ContentRequest = {
  method: 'GET' | 'HEAD'
  range: string | null
  ifRange: string | null
  ifMatch: string | null
  ifNoneMatch: string | null
}

export type ContentResponse = {
  status: 200 | 206 | 304 | 412
  headers: Record<string, string>
  /** The declared media type, as it was declared. */
  mediaType: string | null
  body: Buffer[] | AsyncIterable<Buffer> | null
}

/**
 * The bytes as an HTTP representation (RFC 9110): entity tag = content hash, one range, digests (RFC 9530). Each request,
 * conditional ones and HEAD included, is a disclosure. The first piece is verified before the status is decided; a later
 * piece that fails ends the body short of its Content-Length.
 */
export async function openContent(
  rt: Deps,
  caller: Caller,
  artifactId: string,
  request: ContentRequest,
): Promise<ContentResponse> {
  const release = await disclose(rt, caller, {
    artifactId,
    operation: 'content',
    detail: { method: request.method, range: request.range },
  })
  return released(rt, release, async () => {
    const { artifact } = release
    const { mediaType } = artifact
    const etag = `"${hashText(artifact.contentHash)}"`
    const headers: Record<string, string> = {
      ETag: etag,
      'Accept-Ranges': 'bytes',
      'Repr-Digest': `sha-256=:${artifact.contentHash.toString('base64')}:`,
      'Holdfast-Disclosure': release.disclosureId,
    }
    if (request.ifMatch !== null && !matches(request.ifMatch, etag, 'strong'))
      return { status: 412, headers, mediaType, body: null }
    if (request.ifNoneMatch !== null && matches(request.ifNoneMatch, etag, 'weak'))
      return { status: 304, headers, mediaType, body: null }

    const asked =
      request.ifRange === null || request.ifRange.trim() === etag ? parseRange(request.range, artifact.bytes) : 'whole'
    if (asked === 'unsatisfiable')
      throw new ProblemError('range_not_satisfiable', `The artifact has ${artifact.bytes} bytes.`, {
        headers: { 'Content-Range': `bytes */${artifact.bytes}` },
      })
    const range = asked === 'whole' ? { start: 0, end: artifact.bytes } : asked
    headers['Content-Length'] = String(range.end - range.start)
    if (asked !== 'whole') headers['Content-Range'] = `bytes ${range.start}-${range.end - 1}/${artifact.bytes}`
    const status = asked === 'whole' ? 200 : 206
    if (request.method === 'HEAD') return { status, headers, mediaType, body: null }

    const reader = await release.open()
    const parts = pieces(artifact, reader, range)
    const held = range.end - range.start <= HELD_MAX ? await collected(parts) : null
    const all = range.start === 0 && range.end === artifact.bytes
    const digest = all ? artifact.contentHash : held && sha256(held)
    if (digest) headers['Content-Digest'] = `sha-256=:${digest.toString('base64')}:`
    const body = held ?? (await begun(parts))
    return { status, headers, mediaType, body }
  })
}

/** Pieces end at chunk boundaries, so that each chunk is decrypted once. */
async function* pieces(artifact: Artifact, reader: ObjectReader, range: ByteRange): AsyncGenerator<Buffer> {
  const size = Math.max(PIECE, artifact.chunkSize)
  for (let at = range.start; at < range.end; ) {
    const end = Math.min(range.end, (Math.floor(at / size) + 1) * size)
    yield await reader.range(at, end)
    at = end
  }
}

async function collected(parts: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return all
}

/** The same, with the first piece verified already. */
async function begun(parts: AsyncGenerator<Buffer>): Promise<AsyncIterable<Buffer>> {
  const first = await parts.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* parts
  })()
}

function sha256(parts: Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** RFC 9110 §13.1: "*" or a list. If-Match compares strongly, If-None-Match weakly (§8.8.3.2). */
const matches = (header: string, etag: string, comparison: 'strong' | 'weak') =>
  header.trim() === '*' ||
  header
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => (comparison === 'weak' ? tag.replace(/^W\//, '') : tag) === etag)
