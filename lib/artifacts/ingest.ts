import type { ObjectFacts, ObjectWriter } from '@/lib/blobs/object'
import { ProblemError } from '@/lib/protocol/problem'
import type { Manifest } from '@/lib/protocol/publish'
import { detectFormat } from '@/lib/records/detect'
import { FormatError, type RecordSpec, type Splitter } from '@/lib/records/format'
import { IndexBuilder } from '@/lib/records/record-index'
import { openSplitter } from '@/lib/records/splitter'

/** Enough of the beginning to detect a format and to build the preview; the most that is held of any content. */
export const HEAD_BYTES = 65_536

export type Ingested = {
  facts: ObjectFacts
  spec: RecordSpec
  origin: 'declared' | 'detected'
  /** Counted; null for opaque bytes. */
  records: number | null
  header: string[] | null
  head: Buffer
}

/**
 * The one pass over the content: count, hash, leaves, encryption, record boundaries. Holds the head and a few chunks,
 * whatever the length. Throws before anything is visible when the content is not what the manifest says.
 */
export async function ingest(
  content: AsyncIterable<Uint8Array>,
  writer: ObjectWriter,
  m: Manifest,
  mediaType: string | undefined,
  limits: { chunkSize: number; maxBytes: number },
): Promise<Ingested> {
  const head: Uint8Array[] = []
  let headBytes = 0
  let bytes = 0
  let found: { spec: RecordSpec; splitter: Splitter | null } | null = null
  const index = new IndexBuilder(limits.chunkSize)

  // What the content is gets settled when the head is full, or when there is no more; then the head goes first.
  const settle = (whole: boolean) => {
    const spec = declaredSpec(m) ?? detectFormat(Buffer.concat(head), whole, mediaType)
    const splitter = spec.format === 'bytes' ? null : openSplitter(spec, index)
    for (const part of head) splitter?.push(part)
    return { spec, splitter }
  }

  try {
    for await (const part of content) {
      bytes += part.length
      if (bytes > limits.maxBytes)
        throw new ProblemError(
          'payload_too_large',
          `The content is longer than ${limits.maxBytes} bytes, the limit for one artifact here.`,
        )
      if (found) found.splitter?.push(part)
      else {
        head.push(part)
        headBytes += part.length
        if (headBytes >= HEAD_BYTES) found = settle(false)
      }
      await writer.write(part)
    }
    found ??= settle(true)
    found.splitter?.end()
  } catch (error) {
    if (error instanceof FormatError) throw formatProblem(error, m)
    throw error
  }

  const { spec, splitter } = found
  return {
    facts: await writer.finish(index.encode(spec, splitter)),
    spec,
    origin: declaredSpec(m) ? 'declared' : 'detected',
    records: splitter?.records ?? null,
    header: splitter?.header ?? null,
    head: Buffer.concat(head).subarray(0, HEAD_BYTES),
  }
}

/** What the manifest says of the format. A pointer alone says json_array. */
function declaredSpec(m: Manifest): RecordSpec | null {
  if (m.record_format === undefined && m.records_pointer === undefined) return null
  const format = m.record_format ?? 'json_array'
  return { format, pointer: format === 'json_array' ? (m.records_pointer ?? '') : null }
}

function formatProblem(e: FormatError, m: Manifest): ProblemError {
  const place = [
    e.at.record !== undefined && `record ${e.at.record}`,
    e.at.line !== undefined && `line ${e.at.line}`,
    `byte ${e.at.byte}`,
  ].filter(Boolean)
  const how = m.record_format ? 'declared' : 'detected'
  return new ProblemError(
    'format_invalid',
    `The content was ${how} as ${e.format}, but at ${place.join(', ')}: ${e.detail}. Fix the content, or declare record_format "lines" or "bytes".`,
    { errors: [{ pointer: '/content', detail: `${place.join(', ')}: ${e.detail}` }] },
  )
}
