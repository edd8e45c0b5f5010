import { z } from 'zod'
import { ArtifactId, Instant, RunId, TenantId, text } from './ids'

/** A dimension of coverage: one value or several, e.g. `region: ["eu-west", "us-east"]`. */
const Dimension = z.union([text(512), z.array(text(512)).min(1).max(256)])

/**
 * What region of the source something covers: named dimensions, and optionally a half-open interval
 * `[start_inclusive, end_exclusive)` of instants.
 */
export const Coverage = z
  .object({ start_inclusive: Instant.optional(), end_exclusive: Instant.optional() })
  .catchall(Dimension)
  .refine((c) => Object.keys(c).length <= 64, 'name at most 64 dimensions')
  .refine((c) => Object.keys(c).every((name) => !name.includes('\0')), 'leave out the character U+0000')
  .refine(
    (c) => !(c.start_inclusive && c.end_exclusive) || Date.parse(c.start_inclusive) < Date.parse(c.end_exclusive),
    { message: 'end_exclusive must be after start_inclusive', path: ['end_exclusive'] },
  )
  .meta({
    id: 'Coverage',
    description:
      'Named dimensions (string or string[]) and optionally the half-open interval [start_inclusive, end_exclusive).',
  })
export type Coverage = z.infer<typeof Coverage>

export const OmissionReason = z.enum(['timeout', 'denied', 'redacted', 'limit', 'error', 'unsupported'])

export const Omission = z
  .strictObject({
    coverage: Coverage.optional(),
    field: text(1024).min(1).optional(),
    records: z
      .strictObject({ start: z.int().min(0), end: z.int().min(1) })
      .refine((r) => r.start < r.end, { message: 'end must be after start', path: ['end'] })
      .optional(),
    reason: OmissionReason,
    detail: text(2000).optional(),
    retryable: z.boolean().default(false),
  })
  .refine((o) => o.coverage || o.field || o.records, 'name what is missing: coverage, field or records')
  .meta({ id: 'Omission', description: 'Something that was asked for and is not in the bytes, with its reason.' })
export type Omission = z.infer<typeof Omission>

export const CompletenessStatus = z.enum(['complete', 'partial', 'unknown'])
export type CompletenessStatus = z.infer<typeof CompletenessStatus>

export const Completeness = z
  .strictObject({
    status: CompletenessStatus,
    coverage: Coverage,
    records: z.int().min(0).nullable().meta({ description: 'Counted by the service; null for opaque bytes.' }),
    omissions: z.array(Omission).max(1000),
  })
  .meta({ id: 'Completeness' })
export type Completeness = z.infer<typeof Completeness>

export const SourceVersion = z
  .strictObject({
    source_id: text(512).min(1),
    snapshot_id: text(512).min(1),
    observed_at: Instant,
  })
  .meta({ id: 'SourceVersion', description: 'Which observation of which source, and when it was made.' })
export type SourceVersion = z.infer<typeof SourceVersion>

/** SHA-256 of the exact published bytes, as "sha256:" and 64 hexadecimal digits. */
export const ContentHash = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, 'write "sha256:" and 64 lower-case hexadecimal digits')

export const ToolCallId = z
  .string()
  .refine((s) => new TextEncoder().encode(s).length <= 4096, 'use at most 4,096 bytes')
  .refine((s) => !s.includes('\0'), 'leave out the character U+0000')
  .meta({ description: 'Opaque id of the tool call, at most 4 KiB; may be empty; never part of a path.' })

export const SchemaVersion = text(256).min(1)

/** The descriptor: exactly these ten fields. A description, never a capability. */
export const ArtifactRef = z
  .strictObject({
    artifact_id: ArtifactId,
    content_hash: ContentHash,
    tool_call_id: ToolCallId,
    schema_version: SchemaVersion.nullable(),
    created_at: Instant,
    source_version: SourceVersion,
    completeness: Completeness,
    scope: z.strictObject({ tenant_id: TenantId, run_id: RunId }),
    expires_at: Instant.nullable(),
    retrieval: z.strictObject({
      resolver: z.literal('artifact.read.v1'),
      consistency: z.literal('pinned_snapshot'),
      selectors: z.array(z.enum(['byte_range', 'record_range', 'query'])),
    }),
  })
  .meta({
    id: 'ArtifactRef',
    title: 'ArtifactRef',
    description: 'Describes one immutable observation. Possessing it grants nothing.',
  })
export type ArtifactRef = z.infer<typeof ArtifactRef>

export const ArtifactState = z.enum(['available', 'expired', 'deleted', 'quarantined'])
export type ArtifactState = z.infer<typeof ArtifactState>
