import { z } from 'zod'
import { page } from './admin'
import { Instant, TenantId, text } from './ids'

/** Which log: a tenant's, or the instance's own. */
export const logScope = {
  tenant: TenantId.optional(),
  log: z
    .enum(['tenant', 'instance'])
    .optional()
    .meta({ description: "`instance`: what happened outside any tenant. The operator's alone." }),
}

const filters = {
  kind: text(512).optional().meta({ description: 'One kind or several, separated by commas.' }),
  operation: text(64).optional(),
  decision: z.enum(['allow', 'refuse']).optional(),
  actor: text(128).optional(),
  artifact: text(160).optional().meta({ description: 'An artifact id or opaque reference.' }),
  run: text(128).optional(),
  purpose: text(64).optional(),
  reason: text(256).optional(),
  request_id: text(64).optional(),
  q: text(256).optional().meta({ description: 'Any part of an id or of a reason.' }),
  from: Instant.optional().meta({ description: 'The window begins here.' }),
  to: Instant.optional().meta({ description: 'The window ends before this.' }),
}

export const AuditListQuery = z
  .strictObject({
    ...logScope,
    ...filters,
    order: z.enum(['newest', 'oldest']).optional().meta({ description: 'What comes first. newest when left out.' }),
    ...page,
  })
  .meta({ id: 'AuditListQuery' })
export type AuditListQuery = z.infer<typeof AuditListQuery>

/** The form of a JSONL export: a header line, lines of events and hashes, a trailer line (docs/audit.md). */
export const EXPORT_FORMAT = 'holdfast-audit-export.v1'
/** One export holds at most so many events; the rest is asked for from a later window. */
export const EXPORT_ROWS = 1_000_000
export const AuditExportQuery = z
  .strictObject({
    ...logScope,
    ...filters,
    format: z.enum(['jsonl', 'csv']).default('jsonl'),
    limit: z.coerce.number().int().min(1).max(EXPORT_ROWS).default(EXPORT_ROWS),
  })
  .meta({ id: 'AuditExportQuery' })
export type AuditExportQuery = z.infer<typeof AuditExportQuery>
export type AuditFilters = Omit<AuditExportQuery, 'tenant' | 'log' | 'format' | 'limit'>

export const LogQuery = z.strictObject(logScope)
const size = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
export const ConsistencyQuery = z.strictObject({
  ...logScope,
  from: size.meta({ description: 'The size of the earlier checkpoint.' }),
  to: size.optional().meta({ description: 'The size of the later one; by default the newest.' }),
})

const Hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: '32 bytes in hexadecimal.' })
const Position = z.int().meta({ description: 'Place in the log, from 0.' })
const Note = z.string().meta({ description: 'A signed note (C2SP tlog-checkpoint): origin, size, root, signature.' })

export const AuditEvent = z
  .looseObject({
    event_id: z.string(),
    at: z.string(),
    tenant_id: z.string().optional(),
    kind: z.string(),
    operation: z.string().optional(),
    decision: z.enum(['allow', 'refuse']).optional(),
    actor: z.string(),
    credential: z.string().optional(),
    artifact_id: z.string().optional(),
    run_id: z.string().optional(),
    purpose: z.string().optional(),
    rule: z.string().optional(),
    reason: z.string().optional(),
    detail: z.unknown().optional(),
    request_id: z.string().optional(),
  })
  .meta({ id: 'AuditEvent', description: 'The event exactly as the log commits to it. What is null is left out.' })

const Withheld = z
  .array(z.string())
  .meta({ description: 'Members that this caller is not shown. The leaf is over all of them.' })

export const AuditItem = z
  .object({
    event: AuditEvent,
    actor_name: z.string().nullable(),
    position: Position.nullable().meta({ description: 'Null for the first second, until it has one.' }),
    withheld: Withheld,
  })
  .meta({ id: 'AuditItem' })
export type AuditItem = z.infer<typeof AuditItem>

export const AuditList = z
  .object({
    items: z.array(AuditItem),
    next: z.string().nullable().meta({ description: 'For `after`. A page may be short, or empty, and yet have one.' }),
    omits: z.array(z.string()).meta({ description: 'Kinds that are left out unless `kind` names them.' }),
  })
  .meta({ id: 'AuditList' })
export type AuditList = z.infer<typeof AuditList>

export const AuditEntry = AuditItem.extend({
  salt: Hash.nullable().meta({ description: 'With it the leaf can be recomputed. Null where something is withheld.' }),
  leaf: Hash.nullable(),
}).meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditProof = z
  .object({
    event_id: z.string(),
    position: Position,
    leaf: Hash,
    tree_size: z.int(),
    root: Hash,
    path: z.array(Hash).meta({ description: 'From the leaf up (RFC 9162 §2.1.3).' }),
    checkpoint: Note,
  })
  .meta({ id: 'AuditProof' })
export type AuditProof = z.infer<typeof AuditProof>

const Point = z.object({ size: z.int(), root: Hash })
export const AuditCheckpoint = z
  .object({
    origin: z.string(),
    status: z.enum(['consistent', 'behind', 'inconsistent']).meta({
      description:
        'behind: the database has fewer events than were signed; inconsistent: other ones. Nothing is signed until the operator has acted.',
    }),
    detail: z.string().nullable(),
    size: z.int(),
    root: Hash,
    signed_at: Instant.nullable().meta({ description: 'Null when only the folder outside has it.' }),
    checkpoint: Note,
    verifier_key: z
      .string()
      .meta({ description: 'The key of the note, in one line. Also in `/.well-known/jwks.json`.' }),
    tree_size: z.int().meta({ description: 'Events that have a position now.' }),
    waiting: z.int().meta({ description: 'Events that have none yet.' }),
    outside: Point.nullable().meta({ description: 'The newest checkpoint outside the database.' }),
  })
  .meta({ id: 'AuditCheckpoint' })
export type AuditCheckpoint = z.infer<typeof AuditCheckpoint>

export const AuditConsistency = z
  .object({
    from: Point,
    to: Point,
    path: z.array(Hash).meta({ description: 'RFC 9162 §2.1.4.' }),
  })
  .meta({ id: 'AuditConsistency' })
export type AuditConsistency = z.infer<typeof AuditConsistency>

export const AuditFault = z
  .object({
    kind: z.enum(['edited', 'missing', 'moved', 'order', 'unlogged', 'tree', 'unreadable']),
    position: Position.nullable(),
    event_id: z.string().nullable(),
    detail: z.string(),
  })
  .meta({ id: 'AuditFault' })
export type AuditFault = z.infer<typeof AuditFault>

export const AuditVerification = z
  .object({
    verified: z.boolean(),
    origin: z.string(),
    examined: z.int().meta({ description: 'Events that were recomputed.' }),
    checkpoints: z.array(z.object({ where: z.enum(['database', 'outside']), size: z.int(), agrees: z.boolean() })),
    faults: z.array(AuditFault).meta({ description: 'The first hundred.' }),
    faults_total: z.int(),
  })
  .meta({ id: 'AuditVerification' })
export type AuditVerification = z.infer<typeof AuditVerification>
