import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { record } from '@/lib/audit/record'
import { actorOf, requireAdmin, tenantOf } from '@/lib/authority/may'
import { lockTenant } from '@/lib/authority/members'
import type { Caller } from '@/lib/authority/principal'
import type { Deps } from '@/lib/deps'
import { SchemaVersion } from '@/lib/protocol/artifact-ref'
import { ProblemError } from '@/lib/protocol/problem'
import type { RegisteredSchema } from '@/lib/protocol/schemas'
import { compileSchema } from '@/lib/records/schema-check'
import { SchemaError } from '@/lib/records/schema-error'
import { findSchema } from './find'

export const MAX_DOCUMENT_BYTES = 262_144

/**
 * Registers a JSON Schema under a version, for good: what is published under that version from then on is validated by it.
 * The same document again, in whatever spelling, is no change.
 *
 * @param input.document strict I-JSON, an object
 * @throws ProblemError invalid_request with the place, for what is no schema to validate by; conflict where the version
 *   has another document; payload_too_large
 */
export async function registerSchema(
  rt: Deps,
  caller: Caller,
  input: { tenant?: string | undefined; version: string; document: string },
): Promise<{ schema: RegisteredSchema; created: boolean }> {
  const tenantId = tenantOf(caller, input.tenant)
  requireAdmin(caller, tenantId)
  const { version, document } = input
  if (!SchemaVersion.safeParse(version).success)
    throw new ProblemError('invalid_request', '/version: use 1 to 256 characters.', {
      errors: [{ pointer: '/version', detail: 'use 1 to 256 characters' }],
    })
  const bytes = Buffer.byteLength(document)
  if (bytes > MAX_DOCUMENT_BYTES)
    throw new ProblemError('payload_too_large', `A schema has at most ${MAX_DOCUMENT_BYTES} bytes; this one ${bytes}.`)
  compiles(document)
  const digest = createHash('sha256')
    .update(canonicalize(JSON.parse(document))!)
    .digest()

  const created = await rt.sql.begin(async (tx) => {
    await lockTenant(tx, tenantId)
    const inserted = await tx`
      insert into schemas ${tx({ tenant_id: tenantId, version, document, digest, registered_by: caller.principalId })}
      on conflict do nothing`
    if (inserted.count === 0) {
      const [known] = await tx<{ digest: Buffer }[]>`
        select digest from schemas where tenant_id = ${tenantId} and version = ${version}`
      if (known!.digest.equals(digest)) return false
      throw new ProblemError(
        'conflict',
        'This version has another schema, and a registered schema never changes. Register this one under a new version.',
      )
    }
    await record(tx, {
      tenantId,
      kind: 'schema_registered',
      ...actorOf(caller),
      detail: { version, digest: `sha256:${digest.toString('hex')}` },
    })
    return true
  })
  const { document: _, ...schema } = await findSchema(rt, tenantId, version)
  return { schema, created }
}

function compiles(document: string): void {
  try {
    compileSchema(document)
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    const { pointer, detail } = error
    throw new ProblemError('invalid_request', `${pointer || '/'}: ${detail}.`, { errors: [{ pointer, detail }] })
  }
}
