import type { RuleRow } from '@/lib/protocol/authority'

/** What is known of one principal and one artifact at one instant. The clock is in the facts. */
export type Facts = {
  rules: RuleRow[]
  state: 'available' | 'quarantined' | 'deleted'
  expired: boolean
  restricted: boolean
  blocked: boolean
  /** The owning tenant's list. */
  tenantPurposes: string[]
}
export type Asked = { operation: string; purpose: string | null; byteRange?: boolean }
export type Decision = { outcome: string; purpose: string | null; deciding: RuleRow | null }

const RANK = (r: RuleRow): number =>
  r.rule === 'run_participant' ? 1 : r.rule === 'tenant_auditor' ? 4 : r.mask ? 5 : 2
const before = (a: RuleRow, b: RuleRow): number =>
  RANK(a) - RANK(b) ||
  (a.mask?.length ?? 0) - (b.mask?.length ?? 0) ||
  ((a.grant_id ?? '') < (b.grant_id ?? '') ? -1 : 1)
const WITHHELD = ['preview', 'content', 'proof', 'verify']

/**
 * The rule of disclosure, for explaining and simulating. The disclosure itself is decided by the function `decide` in
 * drizzle/0004_authority.sql, which says the same; a test holds both against a third evaluator over thousands of worlds.
 */
export function decide(f: Facts, a: Asked): Decision {
  const live = f.rules.filter((r) => r.ended === null).sort(before)
  const ever = f.rules.some((r) => r.ended !== 'not_yet')
  const purpose = a.purpose ?? live.find((r) => r.purposes.length === 1)?.purposes[0] ?? null
  const deciding = live.find((r) => purpose !== null && r.purposes.includes(purpose)) ?? null
  const auditor = f.rules.find((r) => r.rule === 'tenant_auditor')
  const refuse = (outcome: string): Decision => ({ outcome, purpose, deciding: null })

  if (!ever) return refuse('not_found')
  // An auditor reads the metadata of what is restricted, blocked, gone or broken; nobody reads its bytes.
  if (a.operation === 'describe' && auditor && (a.purpose ?? 'audit') === 'audit')
    return { outcome: 'allow', purpose: purpose ?? 'audit', deciding: deciding ?? auditor }
  if (f.state === 'deleted' || f.expired) return refuse('gone')
  if (live.length === 0 || f.blocked) return refuse('access_revoked')
  if (purpose === null || !f.tenantPurposes.includes(purpose)) return refuse('purpose_required')
  if (!deciding) return refuse('purpose_denied')
  if (f.state === 'quarantined' && a.operation !== 'describe') return refuse('integrity_failed')
  if (deciding.mask && (WITHHELD.includes(a.operation) || a.byteRange)) return refuse('masked')
  return { outcome: 'allow', purpose, deciding }
}

/** The decision in words, for a person. */
export function inWords(d: Decision): string {
  const by = d.deciding
  if (d.outcome === 'allow' && by)
    return {
      run_participant: `May read for "${d.purpose}": takes part in the artifact's run.`,
      tenant_auditor: `May read for "${d.purpose}": an auditor of the owning tenant.`,
      grant: `May read for "${d.purpose}": the grant ${by.grant_id}${by.mask ? `, without ${by.mask.join(', ')}` : ''}.`,
    }[by.rule]
  return (
    {
      not_found: 'No rule relates this principal to the artifact: to it, the artifact does not exist.',
      access_revoked: 'Had access, and has none now.',
      gone: 'The artifact has expired or was deleted.',
      purpose_required: 'No purpose was named and the rules imply none, or it is not on the tenant’s list.',
      purpose_denied: `No rule permits the purpose "${d.purpose}".`,
      integrity_failed: 'The artifact is quarantined: its bytes failed verification.',
      masked: 'Fields are withheld from this principal, so this form is not served; records are.',
    }[d.outcome] ?? d.outcome
  )
}
