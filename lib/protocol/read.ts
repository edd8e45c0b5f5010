import { z } from 'zod'
import { ArtifactRef, Completeness, ContentHash, SchemaVersion, SourceVersion } from './artifact-ref'
import { ArtifactId, Instant, Purpose } from './ids'
import { ByteSlice, RecordItem } from './publish'

/** Half-open `[start, end)`, 0-based. */
const range = <T extends string>(type: T) =>
  z
    .strictObject({ type: z.literal(type), start: z.int().min(0), end: z.int().min(1) })
    .refine((r) => r.start < r.end, { message: 'end must be after start', path: ['end'] })

const PropertyName = z.string().min(1).max(1024).meta({
  description: 'A property as CQL2 text writes it: `severity`, nested `host.region`, quoted `"a.b"`.',
})

/** How much one query may ask for. More fields or metrics than these belong into a query of their own. */
export const QUERY_LIMITS = { fields: 100, group_by: 4, metrics: 8 } as const

export const Metric = z
  .strictObject({ op: z.enum(['count', 'min', 'max']), field: PropertyName.optional() })
  .refine((m) => m.op === 'count' || m.field !== undefined, { message: 'name the field', path: ['field'] })
  .meta({
    id: 'Metric',
    description: 'count: of records, or with `field` of those that have a value in it. min, max: of the values.',
  })
export type Metric = z.infer<typeof Metric>

/** How a figure is called: `count`, `max(load)`. */
export const metricName = ({ op, field }: Metric): string => (field === undefined ? op : `${op}(${field})`)

export const Aggregate = z
  .strictObject({
    group_by: z.array(PropertyName).max(QUERY_LIMITS.group_by).default([]),
    metrics: z.array(Metric).min(1).max(QUERY_LIMITS.metrics),
  })
  .meta({ id: 'Aggregate', description: 'Instead of the matching records: figures about them, by group.' })
export type Aggregate = z.infer<typeof Aggregate>

export const QuerySelector = z
  .strictObject({
    type: z.literal('query'),
    filter: z
      .union([z.string(), z.boolean(), z.record(z.string(), z.unknown())])
      .nullable()
      .optional()
      .meta({ description: 'OGC CQL2 (docs/filters.md), as text or as JSON; none matches every record.' }),
    filter_lang: z.enum(['cql2-text', 'cql2-json']).optional(),
    fields: z
      .array(PropertyName)
      .min(1)
      .max(QUERY_LIMITS.fields)
      .nullable()
      .optional()
      .meta({ description: 'Only these properties of each record; all of it without.' }),
    aggregate: Aggregate.nullable().optional(),
  })
  .refine((q) => !q.fields || !q.aggregate, { message: 'ask for fields or for an aggregate', path: ['aggregate'] })
  .meta({ id: 'QuerySelector' })
export type QuerySelector = z.infer<typeof QuerySelector>

export const RangeSelector = z.discriminatedUnion('type', [range('byte_range'), range('record_range')])
export type RangeSelector = z.infer<typeof RangeSelector>

export const Selector = z.discriminatedUnion('type', [...RangeSelector.options, QuerySelector]).meta({
  id: 'Selector',
  description:
    'Which part is asked for: bytes or records (half-open and 0-based), or the records that a filter matches.',
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
  .meta({
    id: 'ReadRequest',
    examples: [
      { selector: { type: 'record_range', start: 0, end: 10 } },
      { selector: { type: 'query', filter: "status = 'failing'", fields: ['host', 'status'] } },
      { selector: { type: 'query', aggregate: { group_by: ['status'], metrics: [{ op: 'count' }] } } },
    ],
  })
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
    indeterminate: z
      .int()
      .meta({ description: 'Examined, but whether they match rests on what is withheld or cannot be read.' }),
    incomparable: z.int().meta({
      description: 'Examined, and no match: the filter compares values of different types, as a text with a number.',
    }),
    skipped: z.int().nullable().meta({
      description:
        'Of those examined, how many the statistics of their chunks prove not to match, without reading them. null under a mask.',
    }),
    reason: z.string().optional(),
  })
  .meta({ id: 'Scan' })
export type Scan = z.infer<typeof Scan>

export const Integrity = z
  .object({
    verified: z.boolean(),
    method: z.enum(['chunk_aead', 'merkle', 'whole']),
    chunks: z
      .object({
        start: z.int(),
        end: z.int(),
        total: z.int(),
        read: z.int().meta({ description: 'How many of them this page read: what statistics rule out is not.' }),
      })
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

/** A value as it was captured: numbers keep their digits. */
const Captured = z.unknown()

export const AggregateResult = z
  .object({
    group_by: z.array(z.string()),
    metrics: z.array(Metric),
    groups: z.array(
      z.object({
        key: z.array(Captured).meta({ description: 'One for each of `group_by`; null where missing or null.' }),
        values: z.array(
          z.object({
            value: Captured.meta({ description: 'The count or the value; null when no record has one.' }),
            unknown: z.int().meta({ description: 'Records whose value is withheld, so that it is not in the figure.' }),
            mixed: z.literal(true).optional().meta({
              description: 'There are values of different types, or one that is not compared: none is the least.',
            }),
          }),
        ),
      }),
    ),
    bound: z.int().meta({ description: 'At most so many groups are kept.' }),
    beyond_bound: z.int().meta({ description: 'Matching records of further groups.' }),
    not_grouped: z.int().meta({ description: 'Matching records whose key is an array, an object or unreadable.' }),
    not_grouped_withheld: z.int().meta({ description: 'Matching records whose key is withheld.' }),
  })
  .meta({ id: 'AggregateResult', description: 'Over what was examined so far: final only when the scan is completed.' })
export type AggregateResult = z.infer<typeof AggregateResult>

export const ReadResponse = z
  .object({
    artifact: z.object({
      artifact_id: ArtifactId,
      content_hash: ContentHash.nullable().meta({ description: 'null under a mask: it would confirm a guess.' }),
      schema_version: SchemaVersion.nullable(),
    }),
    masked: z.array(z.string()).nullable().meta({ description: 'Fields withheld from this reader, or null.' }),
    source_version: SourceVersion,
    selector: Selector.meta({ description: 'As it was understood; a filter in canonical CQL2 JSON.' }),
    filter_text: z.string().nullable().optional().meta({ description: 'The filter in canonical CQL2 text.' }),
    ordering: z.enum(['record_index asc', 'byte_offset asc']),
    records: z.array(RecordItem).optional(),
    bytes: ByteSlice.optional(),
    aggregate: AggregateResult.optional(),
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
