import type { RuleRow } from '@/lib/protocol/authority'

/** A rule as the database gives it: a lower rank is preferred; `held`: it held while the artifact existed. */
export type Rule = RuleRow & { rank: number; held: boolean }

/** What is known of one principal and one artifact at one instant. The clock is in the facts. */
export type Facts = {
  rules: Rule[]
  /** Of the person that the principal's key is bound to, who must be allowed too; null where there is none. */
  bound: Rule[] | null
  state: 'available' | 'quarantined' | 'deleted'
  expired: boolean
  blocked: boolean
  /** The owning tenant's list. */
  tenantPurposes: string[]
}
export type Asked = { operation: string; purpose: string | null; byteRange?: boolean }
export type Decision = { outcome: string; purpose: string | null; deciding: RuleRow | null; mask: string[] | null }

const before = (a: Rule, b: Rule): number =>
  a.rank - b.rank || (a.mask?.length ?? 0) - (b.mask?.length ?? 0) || ((a.grant_id ?? '') < (b.grant_id ?? '') ? -1 : 1)
const WITHHELD = ['preview', 'content', 'proof', 'verify']

/**
 * The rule of disclosure, for explaining and simulating. The disclosure itself is decided by the function `decide` in
 * drizzle/0008_former_readers.sql, which says the same; a test holds both against a third evaluator over thousands of worlds.
 */
export function decide(f: Facts, a: Asked): Decision {
  const subjects = f.bound === null ? [f.rules] : [f.rules, f.bound]
  const live = subjects.map((rules) => rules.filter((r) => r.ended === null).sort(before))
  const purpose = a.purpose ?? live[0]!.find((r) => r.purposes.length === 1)?.purposes[0] ?? null
  const best = live.map((rules) => rules.find((r) => purpose !== null && r.purposes.includes(purpose)))
  const permitted = best.every((r) => r !== undefined)
  const fields = [...new Set(best.flatMap((r) => r?.mask ?? []))].sort()
  const mask = fields.length > 0 ? fields : null
  const refuse = (outcome: string): Decision => ({
    outcome,
    purpose,
    deciding: null,
    mask: outcome === 'masked' ? mask : null,
  })

  if (!subjects.every((rules) => rules.some((r) => r.held))) return refuse('not_found')
  const refusal =
    f.state === 'deleted' || f.expired
      ? 'gone'
      : live.some((rules) => rules.length === 0) || f.blocked
        ? 'access_revoked'
        : purpose === null || !f.tenantPurposes.includes(purpose)
          ? 'purpose_required'
          : !permitted
            ? 'purpose_denied'
            : null
  // What no rule of reading shows, or shows in part, an auditor is told as one: metadata, never bytes.
  const auditor = f.bound === null && f.rules.find((r) => r.rule === 'tenant_auditor')
  if (auditor && (refusal || mask) && a.operation === 'describe' && (a.purpose ?? 'audit') === 'audit')
    return { outcome: 'allow', purpose: 'audit', deciding: auditor, mask: null }
  if (refusal) return refuse(refusal)
  if (f.state === 'quarantined' && a.operation !== 'describe') return refuse('integrity_failed')
  if (mask && (WITHHELD.includes(a.operation) || a.byteRange)) return refuse('masked')
  return { outcome: 'allow', purpose, deciding: best[0]!, mask }
}

/** The decision in words, for a person. */
export function inWords(d: Decision): string {
  const by = d.deciding
  if (d.outcome === 'allow' && by)
    return {
      run_participant: `May read for "${d.purpose}": takes part in the artifact's run.`,
      tenant_auditor: `May read for "${d.purpose}": an auditor of the owning tenant.`,
      grant: `May read for "${d.purpose}": the grant ${by.grant_id}${d.mask ? `, without ${d.mask.join(', ')}` : ''}.`,
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
