import type { Caller } from '@/lib/authority/principal'
import type { Deps } from '@/lib/deps'
import { type FieldError, ProblemError } from '@/lib/protocol/problem'
import type { Manifest } from '@/lib/protocol/publish'

/** A clock of a tool may run ahead of ours by this much. */
const SKEW_MS = 60_000

/** Whose result it is: a key's, or an auditor's who has the service derive it. */
export type Publisher = Caller & { kind: 'agent' | 'user'; tenantId: string }

export const keyOf = (p: Publisher): string | null => (p.kind === 'agent' ? p.keyId : null)

/**
 * Who may publish what. Captures come from capture keys, derived artifacts from agent keys: so an agent cannot declare a
 * partial capture complete. Refuses before a byte of content is read.
 */
export async function admit(rt: Deps, caller: Caller, m: Manifest): Promise<Publisher> {
  if (caller.kind !== 'agent' || caller.keyKind === 'admin')
    throw new ProblemError(
      'forbidden',
      'Publishing takes a capture key (captures) or an agent key (derived artifacts).',
    )
  const derived = m.inputs !== undefined && m.inputs.length > 0
  if (!derived && caller.keyKind !== 'capture')
    throw new ProblemError(
      'forbidden',
      'A capture is published with a capture key. With an agent key, name inputs and transformation.',
    )
  if (derived && caller.keyKind !== 'agent')
    throw new ProblemError('forbidden', 'A derived artifact is published with an agent key, which can read its inputs.')

  const errors: FieldError[] = []
  const now = rt.now().getTime()
  if (Date.parse(m.source_version.observed_at) > now + SKEW_MS)
    errors.push({
      pointer: '/source_version/observed_at',
      detail: 'lies in the future: an observation is made before it is published',
    })
  if (m.expires_at !== null && Date.parse(m.expires_at) <= now)
    errors.push({ pointer: '/expires_at', detail: 'lies in the past: name an instant in the future, or null' })
  if (derived && m.completeness.status !== 'unknown')
    errors.push({
      pointer: '/completeness/status',
      detail: 'write "unknown": only a derivation that the service itself executes can be more',
    })
  if (!(await takesPart(rt, caller, m.run_id)))
    errors.push({
      pointer: '/run_id',
      detail:
        caller.keyKind === 'agent'
          ? 'no such run that this agent takes part in'
          : 'no such run in this tenant: create it with POST /api/v1/runs',
    })
  if (errors.length > 0)
    throw new ProblemError('invalid_request', errors.map((e) => `${e.pointer} ${e.detail}`).join('; '), {
      errors: errors.map((e) => ({ ...e, pointer: `/manifest${e.pointer}` })),
    })
  return caller
}

/**
 * Who may have the service derive: an agent in a run that it takes part in, and an auditor in a run of the tenant. Whether
 * they may read the input is decided elsewhere.
 *
 * @param into.tenantId where the run is, if it was not named by the caller
 */
export async function admitDerivation(
  rt: Deps,
  caller: Caller,
  into: { runId: string; tenantId: string | undefined },
): Promise<Publisher> {
  const { runId } = into
  if (caller.kind === 'agent' && caller.keyKind === 'agent') {
    if (caller.scopes && !caller.scopes.includes('read'))
      throw new ProblemError('forbidden', 'This key is narrowed: to derive takes "read" beside "publish".')
    if ((into.tenantId ?? caller.tenantId) === caller.tenantId && (await takesPart(rt, caller, runId))) return caller
    throw noRun('no such run that this agent takes part in: name one of its own')
  }
  if (caller.kind !== 'user') throw new ProblemError('forbidden', 'To derive takes an agent key, or an auditor.')
  const audited = caller.tenants.filter((t) => t.roles.includes('auditor')).map((t) => t.tenantId)
  const [run] = await rt.sql<{ tenantId: string }[]>`
    select tenant_id as "tenantId" from runs where id = ${runId} and tenant_id = any (${audited.filter((t) => t === (into.tenantId ?? t))}::text[])
    order by tenant_id limit 1`
  if (!run) throw noRun('no such run of a tenant that you audit')
  return { ...caller, tenantId: run.tenantId }
}

const noRun = (detail: string) =>
  new ProblemError('invalid_request', `/run_id ${detail}`, { errors: [{ pointer: '/run_id', detail }] })

/** Whether a key may publish into a run: an agent's must take part in it. */
export async function takesPart(rt: Deps, caller: Caller & { kind: 'agent' }, runId: string): Promise<boolean> {
  const [row] =
    caller.keyKind === 'agent'
      ? await rt.sql`select 1 from run_participants where tenant_id = ${caller.tenantId} and run_id = ${runId} and principal_id = ${caller.principalId} and ended_at is null`
      : await rt.sql`select 1 from runs where tenant_id = ${caller.tenantId} and id = ${runId}`
  return row !== undefined
}
