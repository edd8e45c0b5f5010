import { z } from 'zod'
import {
  ArtifactRef,
  Completeness,
  CompletenessStatus,
  ContentHash,
  Coverage,
  Omission,
  SchemaVersion,
  SourceVersion,
  ToolCallId,
} from './artifact-ref'
import { ArtifactId, Instant, Reference, RunId, text } from './ids'
import { SchemaReport } from './schemas'

export const RecordFormat = z.enum(['ndjson', 'json_array', 'csv', 'lines', 'bytes']).meta({
  id: 'RecordFormat',
  description:
    'ndjson: one JSON value a line. json_array: elements of the array at `records_pointer`. csv: RFC 4180 with a header row. lines: text lines. bytes: opaque.',
})
export type RecordFormat = z.infer<typeof RecordFormat>

/** RFC 6901. The empty string is the whole document. */
export const JsonPointer = z
  .string()
  .max(4096)
  .regex(/^(\/([^~/]|~0|~1)*)*$/, 'write a JSON Pointer such as "/items" (RFC 6901)')

const JsonValue: z.ZodType<unknown> = z.unknown().meta({ description: 'Any JSON value.' })

export const ToolCall = z
  .strictObject({
    id: ToolCallId,
    tool: text(512).min(1),
    version: text(256).min(1).optional(),
    arguments: JsonValue.optional(),
    outcome: z.enum(['success', 'error', 'partial']).default('success'),
  })
  .meta({ id: 'ToolCall', description: 'The producer record: who made this, with which arguments.' })

export const Transformation = z
  .strictObject({
    name: text(256).min(1),
    version: text(256).min(1),
    parameters: JsonValue.optional(),
  })
  .meta({ id: 'Transformation' })

export const Continuation = z.strictObject({ supported: z.boolean(), token: text(8192).optional() }).meta({
  id: 'Continuation',
  description: 'Whether the source can be continued consistently from where this capture ended.',
})

/** What the publisher declares about completeness. The status defaults to `unknown`: nothing is assumed. */
export const DeclaredCompleteness = z
  .strictObject({
    status: CompletenessStatus.default('unknown'),
    coverage: Coverage.default({}),
    records: z
      .int()
      .min(0)
      .nullable()
      .optional()
      .meta({ description: 'If given, compared with the count of the service.' }),
    omissions: z.array(Omission).max(1000).default([]),
  })
  .refine((c) => c.status !== 'complete' || c.omissions.every((o) => !o.coverage && !o.records), {
    message: 'a complete capture omits no coverage and no records: declare it partial, or remove the omissions',
    path: ['status'],
  })

export const Manifest = z
  .strictObject({
    tool_call: ToolCall,
    output: text(256).min(1).default('result'),
    run_id: RunId,
    schema_version: SchemaVersion.nullable().default(null),
    source_version: SourceVersion,
    completeness: DeclaredCompleteness.default({ status: 'unknown', coverage: {}, omissions: [] }),
    expires_at: Instant.nullable().default(null),
    media_type: z
      .string()
      .max(255)
      .regex(
        /^[A-Za-z0-9!#$&^_.+-]+\/[A-Za-z0-9!#$&^_.+-]+([\t ]*;[\t\x20-\x7e]*)?$/,
        'write a media type such as "application/json"',
      )
      .optional(),
    record_format: RecordFormat.optional(),
    records_pointer: JsonPointer.optional(),
    inputs: z
      .array(Reference)
      .max(256)
      .optional()
      .meta({ description: 'The artifacts these bytes were computed from: makes this a derived artifact.' }),
    transformation: Transformation.optional(),
    continuation: Continuation.optional(),
    content_hash: ContentHash.optional().meta({ description: 'If given, compared with the hash of the service.' }),
    content_length: z.int().min(0).optional().meta({ description: 'If given, compared with the length in bytes.' }),
    locator: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .meta({ description: 'A mutable name in the run, e.g. a path, that names this artifact from now on.' }),
  })
  .refine((m) => m.records_pointer === undefined || m.record_format === undefined || m.record_format === 'json_array', {
    message: 'records_pointer goes with record_format "json_array"',
    path: ['records_pointer'],
  })
  .refine((m) => !m.inputs?.length === !m.transformation, {
    message: 'a derived artifact has both inputs and transformation; a capture has neither',
    path: ['transformation'],
  })
  .meta({ id: 'Manifest' })
export type Manifest = z.infer<typeof Manifest>

/** One MCP-style content block. Kept as sent; the service adds nothing. */
export const ContentBlock = z.looseObject({ type: text(128).min(1) }).meta({ id: 'ContentBlock' })

export const InlineContent = z
  .union([
    z.strictObject({ text: z.string() }),
    z.strictObject({ json: JsonValue }),
    z.strictObject({ base64: z.string() }),
    z.strictObject({ content_blocks: z.array(ContentBlock).min(1) }),
  ])
  .meta({
    id: 'InlineContent',
    description:
      'Exactly one of: text (UTF-8), json (the exact slice of this body), base64 (RFC 4648 §4), content_blocks (one block a line, `application/vnd.holdfast.content-blocks.v1+ndjson`).',
  })

export const PublishRequest = z.strictObject({ manifest: Manifest, content: InlineContent }).meta({
  id: 'PublishRequest',
  examples: [
    {
      manifest: {
        tool_call: { id: 'call_1', tool: 'incident.snapshot' },
        run_id: 'run_incident_042',
        source_version: {
          source_id: 'fleet-monitor',
          snapshot_id: 'snap_1010',
          observed_at: '2026-11-06T10:10:00Z',
        },
        record_format: 'ndjson',
      },
      content: { text: '{"host":"eu-1","status":"failing"}\n' },
    },
  ],
})

/** The media type under which `content_blocks` are stored: a named, versioned encoding, one block a line. */
export const CONTENT_BLOCKS_MEDIA_TYPE = 'application/vnd.holdfast.content-blocks.v1+ndjson'

/** Some bytes of the artifact: as text where they are valid UTF-8, else as base64. Offsets are half-open. */
export const ByteSlice = z
  .object({
    start: z.int().min(0),
    end: z.int().min(0),
    total: z.int().nullable().meta({
      description: 'Length in bytes of what this is part of: the artifact, or the record; null when not known yet.',
    }),
    text: z.string().optional(),
    base64: z.string().optional(),
  })
  .meta({ id: 'ByteSlice' })
export type ByteSlice = z.infer<typeof ByteSlice>

/** One record as it is served: its value, or its bytes where a value cannot be given whole. */
export const RecordItem = z
  .object({
    index: z.int().min(0),
    value: JsonValue.optional().meta({
      description: 'The record as captured: a JSON value, an object of strings (csv), or a string (lines).',
    }),
    truncated: z
      .boolean()
      .optional()
      .meta({ description: 'True when the record is longer than max_bytes; `bytes` holds its beginning.' }),
    masked: z
      .literal(true)
      .optional()
      .meta({ description: 'Fields were removed for this reader. Longer than max_bytes, such a record has no value.' }),
    bytes: ByteSlice.optional().meta({
      description: 'start and end are offsets in the artifact; total is the length of the record.',
    }),
  })
  .meta({ id: 'Record' })
export type RecordItem = z.infer<typeof RecordItem>

export const Preview = z
  .object({
    statement: z.string().meta({ description: 'Which part this is and what is not in it, in words.' }),
    records: z.array(RecordItem).optional(),
    bytes: ByteSlice.optional(),
    shown: z.object({ unit: z.enum(['records', 'bytes']), start: z.int(), end: z.int(), total: z.int() }),
    complete: z.boolean().meta({ description: 'True when the preview is the whole content.' }),
    rest: z
      .object({ method: z.literal('POST'), path: z.string(), body: z.unknown() })
      .nullable()
      .meta({ description: 'The request that reads what follows.' }),
  })
  .meta({ id: 'Preview' })
export type Preview = z.infer<typeof Preview>

export const PublishResponse = z
  .object({ artifact: ArtifactRef, reference: Reference, schema: SchemaReport, preview: Preview })
  .meta({ id: 'PublishResponse' })
export type PublishResponse = z.infer<typeof PublishResponse>

/** What the service recorded of the producer. `arguments` are content: sealed with the artifact's key. */
export const Producer = z.object({
  tool: z.string(),
  version: z.string().nullable(),
  arguments: JsonValue.optional(),
  outcome: z.string(),
  output: z.string(),
  published_by: z.object({ principal_id: z.string(), name: z.string(), key_id: z.string().nullable() }),
  continuation: Continuation.nullable(),
})

export const Description = z
  .object({
    artifact: ArtifactRef.extend({ content_hash: ContentHash.nullable() }),
    reference: Reference,
    masked: z.array(z.string()).nullable().meta({
      description:
        'Fields withheld from this reader. Then the content hash, sizes, arguments, parameters, inputs and locators are withheld too: they would reveal them.',
    }),
    state: z.enum(['available', 'expired', 'deleted', 'quarantined']),
    state_reason: z.string().nullable(),
    producer: Producer,
    record_format: RecordFormat,
    records_pointer: z.string().nullable(),
    format_origin: z.enum(['declared', 'detected']),
    media_type: z.string().nullable(),
    bytes: z.int().nullable(),
    schema: z.union([SchemaReport, z.object({ status: z.literal('withheld') })]).meta({
      description: 'withheld under a mask: whether records fit tells of the fields that were removed.',
    }),
    inputs: z.array(
      z.object({
        artifact_id: ArtifactId,
        content_hash: ContentHash.nullable().meta({ description: 'null for whoever does not see the input whole.' }),
        kind: z.string(),
      }),
    ),
    transformation: Transformation.extend({
      executed_by: z.enum(['service', 'publisher']).meta({
        description:
          'service: computed here, so that its completeness is known. publisher: declared by whoever published it.',
      }),
    }).nullable(),
    locators: z.array(
      z.object({ locator: z.string(), since: Instant, until: Instant.nullable(), now_names: ArtifactId.nullable() }),
    ),
    integrity: z.object({
      chunk_size: z.int().nullable(),
      chunks: z.int().nullable(),
      merkle_root: z.string().nullable(),
      last_verified: z.object({ at: Instant, method: z.string(), verified: z.boolean() }).nullable(),
    }),
    authority: z.object({
      rule: z.string(),
      grant_id: z.string().nullable(),
      purpose: z.string(),
      checked_at: Instant,
    }),
    disclosure_id: z.string(),
  })
  .meta({ id: 'Description' })
export type Description = z.infer<typeof Description>

export { Completeness }
