import { z } from 'zod'
import { ArtifactRef, Completeness, ContentHash, SchemaVersion, SourceVersion } from './artifact-ref'
import { ArtifactId, Instant, Purpose } from './ids'
import { ByteSlice, RecordItem } from './publish'

/** Half-open `[start, end)`, 0-based. */
const range = <T extends string>(type: T) =>
  z
    .strictObject({ type: z.literal(type), start: z.int().min(0), end: z.int().min(1) })
    .refine((r) => r.start < r.end, { message: 'end must be after start', path: ['end'] })

export const Selector = z.union([range('byte_range'), range('record_range')]).meta({
  id: 'Selector',
  description: 'Which part is asked for: bytes or records, half-open and 0-based.',
})
export type Selector = z.infer<typeof Selector>

export const READ_LIMITS = {
  limit: { default: 100, max: 1_000 },
  max_bytes: { default: 65_536, max: 1_048_576 },
  deadline_ms: { default: 2_000, max: 30_000 },
} as const

export const ReadRequest = z
  .strictObject({
    selector: Selector.optional(),
    cursor: z.string().max(4096).optional(),
    limit: z.int().min(1).max(READ_LIMITS.limit.max).optional(),
    max_bytes: z.int().min(1).max(READ_LIMITS.max_bytes.max).optional(),
    deadline_ms: z.int().min(1).max(READ_LIMITS.deadline_ms.max).optional(),
    purpose: Purpose.optional(),
    expected: z.record(z.string(), z.unknown()).optional().meta({
      description: 'Fields of the descriptor as the caller remembers them; any difference refuses the read.',
    }),
  })
  .refine((r) => r.selector !== undefined || r.cursor !== undefined, {
    message: 'send a selector, or a cursor to continue',
    path: ['selector'],
  })
  .meta({ id: 'ReadRequest', examples: [{ selector: { type: 'record_range', start: 0, end: 10 } }] })
export type ReadRequest = z.infer<typeof ReadRequest>

export const Scan = z
  .object({
    status: z.enum(['completed', 'more', 'interrupted']),
    unit: z.enum(['records', 'bytes']),
    examined: z
      .object({ start: z.int(), end: z.int() })
      .meta({ description: 'What this scan has examined over all its pages.' }),
    total: z.int().meta({ description: 'Records or bytes in the artifact.' }),
    matched: z.int(),
    indeterminate: z.int(),
    reason: z.string().optional(),
  })
  .meta({ id: 'Scan' })
export type Scan = z.infer<typeof Scan>

export const Integrity = z
  .object({
    verified: z.boolean(),
    method: z.enum(['chunk_aead', 'merkle', 'whole']),
    chunks: z
      .object({ start: z.int(), end: z.int(), total: z.int() })
      .nullable()
      .meta({ description: 'null under a mask: it would tell how long the withheld fields are.' }),
  })
  .meta({ id: 'Integrity', description: 'Which check was made on the very bytes served.' })
export type Integrity = z.infer<typeof Integrity>

export const Conclusion = z
  .object({
    kind: z.enum(['found', 'none_found', 'undetermined']),
    statement: z.string(),
    bounds: z.object({
      coverage: z.unknown(),
      capture_status: z.enum(['complete', 'partial', 'unknown']),
      examined: z.object({ unit: z.enum(['records', 'bytes']), start: z.int(), end: z.int(), total: z.int() }),
      says_nothing_about: z.array(z.string()),
    }),
  })
  .meta({ id: 'Conclusion', description: 'The strongest justified sentence and no more.' })
export type Conclusion = z.infer<typeof Conclusion>

export const ReadResponse = z
  .object({
    artifact: z.object({
      artifact_id: ArtifactId,
      content_hash: ContentHash.nullable().meta({ description: 'null under a mask: it would confirm a guess.' }),
      schema_version: SchemaVersion.nullable(),
    }),
    masked: z.array(z.string()).nullable().meta({ description: 'Fields withheld from this reader, or null.' }),
    source_version: SourceVersion,
    selector: Selector,
    ordering: z.enum(['record_index asc', 'byte_offset asc']),
    records: z.array(RecordItem).optional(),
    bytes: ByteSlice.optional(),
    returned: z.int(),
    scan: Scan,
    capture: Completeness,
    integrity: Integrity,
    conclusion: Conclusion,
    next_cursor: z.string().nullable(),
    disclosure_id: z.string(),
  })
  .meta({ id: 'ReadResponse' })
export type ReadResponse = z.infer<typeof ReadResponse>

export const VerifyResponse = z
  .object({
    artifact_id: ArtifactId,
    verified: z.boolean(),
    method: z.literal('whole'),
    expected: z.object({ content_hash: ContentHash, merkle_root: z.string(), bytes: z.int(), chunks: z.int() }),
    computed: z.object({ content_hash: ContentHash, merkle_root: z.string(), bytes: z.int(), chunks: z.int() }),
    checked_at: Instant,
    disclosure_id: z.string(),
  })
  .meta({ id: 'VerifyResponse' })
export type VerifyResponse = z.infer<typeof VerifyResponse>

/** RFC 9162 §2.1.3 inclusion proof of one chunk. All hashes in hexadecimal. */
export const ChunkProof = z
  .object({
    artifact_id: ArtifactId,
    leaf_index: z.int(),
    tree_size: z.int(),
    root: z.string(),
    chunk: z.object({ start: z.int(), end: z.int(), base64: z.string() }),
    salt: z.string(),
    path: z.array(z.string()),
    disclosure_id: z.string(),
  })
  .meta({ id: 'ChunkProof', description: 'Reveals the whole chunk and its salt; recorded as such.' })
export type ChunkProof = z.infer<typeof ChunkProof>

/** What the signature over a descriptor covers (JWS payload). */
export const SignedDescriptor = z
  .object({
    artifact: ArtifactRef,
    integrity: z.object({
      chunk_size: z.int(),
      bytes: z.int(),
      chunks: z.int(),
      merkle_root: z.string(),
      tree: z.literal('rfc9162-sha256-salted'),
    }),
    issuer: z.string(),
    issued_at: Instant,
  })
  .meta({ id: 'SignedDescriptor' })
export type SignedDescriptor = z.infer<typeof SignedDescriptor>
