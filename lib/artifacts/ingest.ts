import type { ObjectFacts, ObjectWriter } from '@/lib/blobs/object'
import { ProblemError } from '@/lib/protocol/problem'
import type { Manifest } from '@/lib/protocol/publish'
import { detectFormat } from '@/lib/records/detect'
import { FormatError, type RecordSpec } from '@/lib/records/format'
import { type Inspected, Inspection, type InspectJob } from '@/lib/records/inspection'
import { IndexBuilder } from '@/lib/records/record-index'
import type { Column } from '@/lib/records/shape'

/** Enough of the beginning to detect a format and to build the preview; the most that is held of any content. */
export const HEAD_BYTES = 65_536

export type Ingested = {
  facts: ObjectFacts
  spec: RecordSpec
  origin: 'declared' | 'detected'
  /** Counted; null for opaque bytes. */
  records: number | null
  columns: Column[] | null
  /** Whether the records fit the registered schema; null where there is none, or are no records. */
  validated: Inspected['validated']
  head: Buffer
}

/** Looks into the records as they pass: here, or in a thread. */
export interface Inspecting {
  push(bytes: Buffer, last: boolean): void | Promise<void>
  end(): Inspected | Promise<Inspected>
  close?(): void
}

/** How far the content may be ahead of its inspection, in parts. */
const AHEAD = 4

/**
 * The one pass over the content: count, hash, leaves, encryption here; record boundaries, statistics and validation beside
 * it, in a thread where there is more than the head. Holds the head and a few parts, whatever the length. Throws before
 * anything is visible when the content is not what the manifest says.
 */
export async function ingest(
  content: AsyncIterable<Uint8Array>,
  writer: ObjectWriter,
  m: Manifest,
  mediaType: string | undefined,
  o: {
    chunkSize: number
    maxBytes: number
    /** The document of the registered schema. */
    schema: string | null
    openThread: (job: InspectJob) => Promise<Inspecting>
  },
): Promise<Ingested> {
  const head: Uint8Array[] = []
  let headBytes = 0
  let bytes = 0
  type Found = { spec: RecordSpec; inspecting: Inspecting | null }
  let found = null as Found | null
  const ahead: Promise<void>[] = []

  const look = async (part: Uint8Array, last: boolean) => {
    if (!found?.inspecting) return
    const done = found.inspecting.push(Buffer.from(part), last)
    if (!done) return
    // Waited for in order: what fails first is what is told.
    ahead.push(done)
    if (ahead.length > AHEAD || last) for (const each of ahead.splice(0, last ? ahead.length : 1)) await each
  }
  // What the content is gets settled when the head is full, or when there is no more; then the head goes first.
  const settle = async (whole: boolean) => {
    const spec = declaredSpec(m) ?? detectFormat(Buffer.concat(head), whole, mediaType)
    const job: InspectJob = { kind: 'inspect', spec, chunkSize: o.chunkSize, schema: o.schema }
    const inspecting = spec.format === 'bytes' ? null : whole ? new Inspection(job) : await o.openThread(job)
    found = { spec, inspecting }
    for (const part of head) await look(part, false)
    return found
  }

  try {
    for await (const part of content) {
      bytes += part.length
      if (bytes > o.maxBytes)
        throw new ProblemError(
          'payload_too_large',
          `The content is longer than ${o.maxBytes} bytes, the limit for one artifact here.`,
        )
      if (found) await look(part, false)
      else {
        head.push(part)
        headBytes += part.length
        if (headBytes >= HEAD_BYTES) await settle(false)
      }
      await writer.write(part)
    }
    const { spec, inspecting } = found ?? (await settle(true))
    await look(Buffer.alloc(0), true)
    const inspected = inspecting && (await inspecting.end())
    return {
      facts: await writer.finish(inspected?.index ?? new IndexBuilder(o.chunkSize).encode(null), inspected?.statistics),
      spec,
      origin: declaredSpec(m) ? 'declared' : 'detected',
      records: inspected?.records ?? null,
      columns: inspected?.columns ?? null,
      validated: inspected?.validated ?? null,
      head: Buffer.concat(head).subarray(0, HEAD_BYTES),
    }
  } catch (error) {
    if (error instanceof FormatError) throw formatProblem(error, m)
    throw error
  } finally {
    found?.inspecting?.close?.()
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
