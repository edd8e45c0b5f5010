import { createHash } from 'node:crypto'
import { type Artifact, hashText } from '@/lib/artifacts/artifact'
import { disclose } from '@/lib/authority/disclose'
import type { Caller } from '@/lib/authority/principal'
import { released } from '@/lib/authority/released'
import type { ObjectReader } from '@/lib/blobs/object'
import type { Deps } from '@/lib/deps'
import { ProblemError } from '@/lib/protocol/problem'
import { type ByteRange, parseRange } from './range'

/** What is verified and handed on at a time; the most that is held of a body. */
const PIECE = 256 * 1024
/** A partial body up to this length carries a digest of its own (RFC 9530 §2); longer ones would have to be read twice. */
const DIGEST_MAX = 1_048_576

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
  body: Buffer | AsyncIterable<Buffer> | null
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
    const first = await reader.range(range.start, pieceEnd(artifact, range.start, range.end))
    const digest = await partDigest(artifact, reader, range, first)
    if (digest) headers['Content-Digest'] = `sha-256=:${digest.toString('base64')}:`
    const body = first.length === range.end - range.start ? first : pieces(artifact, reader, range, first)
    return { status, headers, mediaType, body }
  })
}

async function* pieces(
  artifact: Artifact,
  reader: ObjectReader,
  range: ByteRange,
  first: Buffer,
): AsyncIterable<Buffer> {
  yield first
  for (let at = range.start + first.length; at < range.end; ) {
    const end = pieceEnd(artifact, at, range.end)
    yield await reader.range(at, end)
    at = end
  }
}

/** Pieces end at chunk boundaries, so that each chunk is decrypted once. */
const pieceEnd = (a: Artifact, start: number, end: number) => {
  const size = Math.max(PIECE, a.chunkSize)
  return Math.min(end, (Math.floor(start / size) + 1) * size)
}

async function partDigest(
  artifact: Artifact,
  reader: ObjectReader,
  range: ByteRange,
  first: Buffer,
): Promise<Buffer | null> {
  if (range.start === 0 && range.end === artifact.bytes) return artifact.contentHash
  if (range.end - range.start > DIGEST_MAX) return null
  const hash = createHash('sha256').update(first)
  const rest = range.start + first.length
  if (rest < range.end) hash.update(await reader.range(rest, range.end))
  return hash.digest()
}

/** RFC 9110 §13.1: "*" or a list. If-Match compares strongly, If-None-Match weakly (§8.8.3.2). */
const matches = (header: string, etag: string, comparison: 'strong' | 'weak') =>
  header.trim() === '*' ||
  header
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => (comparison === 'weak' ? tag.replace(/^W\//, '') : tag) === etag)
