import { tenantOf } from '@/lib/authority/may'
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
 * Who may have the service derive: an agent into a run that it takes part in, and an auditor into a run of the tenant of the
 * input, or of their own where it is another's. Whether they may read the input is decided elsewhere.
 *
 * @param runId as the caller named it; the run of the input without
 */
export async function admitDerivation(
  rt: Deps,
  caller: Caller,
  input: { tenantId: string; runId: string },
  runId: string | undefined,
): Promise<{ publisher: Publisher; runId: string }> {
  const into = runId ?? input.runId
  if (caller.kind === 'agent' && caller.keyKind === 'agent') {
    if (caller.scopes && !caller.scopes.includes('read'))
      throw new ProblemError('forbidden', 'This key is narrowed: to derive takes "read" beside "publish".')
    const own = runId !== undefined || input.tenantId === caller.tenantId
    if (own && (await takesPart(rt, caller, into))) return { publisher: caller, runId: into }
    throw noRun('no such run that this agent takes part in: name one of its own')
  }
  if (caller.kind !== 'user') throw new ProblemError('forbidden', 'To derive takes an agent key, or an auditor.')
  const audits = (id: string) => caller.tenants.some((t) => t.tenantId === id && t.roles.includes('auditor'))
  const tenantId = runId === undefined || audits(input.tenantId) ? input.tenantId : tenantOf(caller)
  const run = audits(tenantId) && (await runExists(rt, tenantId, into))
  if (!run) throw noRun('no such run of a tenant that you audit')
  return { publisher: { ...caller, tenantId }, runId: into }
}

const noRun = (detail: string) =>
  new ProblemError('invalid_request', `/run_id ${detail}`, { errors: [{ pointer: '/run_id', detail }] })

/** Whether a key may publish into a run: an agent's must take part in it. */
async function takesPart(rt: Deps, caller: Caller & { kind: 'agent' }, runId: string): Promise<boolean> {
  if (caller.keyKind !== 'agent') return runExists(rt, caller.tenantId, runId)
  const [row] =
    await rt.sql`select 1 from run_participants where tenant_id = ${caller.tenantId} and run_id = ${runId} and principal_id = ${caller.principalId} and ended_at is null`
  return row !== undefined
}

async function runExists(rt: Deps, tenantId: string, runId: string): Promise<boolean> {
  const [row] = await rt.sql`select 1 from runs where tenant_id = ${tenantId} and id = ${runId}`
  return row !== undefined
}
