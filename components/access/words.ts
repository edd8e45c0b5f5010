import { plural } from '@/components/ui/format'
import { middle } from '@/components/ui/middle'
import type { StatusWord } from '@/components/ui/status'
import type { BlastRadius, Grant, Revocation, RevocationInput, RuleRow } from '@/lib/protocol/authority'

/** What a revocation is about. `name`: of a principal or grantee, where it is known. */
export type Target = Pick<RevocationInput, 'scope' | 'id'> & { name?: string | null }

/** Completes "Revoke …", "Revoking …", "Revoked: …". */
export function targetWords({ scope, id, name }: Target): string {
  switch (scope) {
    case 'tenant':
      return `all sharing with ${id}`
    case 'run':
      return `all grants over the run ${id}`
    case 'artifact':
      return `all grants of ${middle(id)}`
    case 'principal':
      return `all access of ${name ?? middle(id)}`
    case 'grant':
      return name ? `the grant to ${name}` : `the grant ${middle(id)}`
  }
}

/** What is typed to confirm: a name that people chose whole, of a random id the end, which nobody types by habit. */
export const confirmationOf = ({ scope, id }: Target): string =>
  scope === 'tenant' || scope === 'run' ? id : id.slice(-6)

export const DERIVED = {
  block: {
    label: 'Block',
    says: 'Refused to everybody from now on, auditors see its description. You lift it one by one.',
    will: 'are blocked',
  },
  review: {
    label: 'Review',
    says: 'Refused as well, and listed as awaiting review until you lift it.',
    will: 'are refused, awaiting review',
  },
  leave: {
    label: 'Leave',
    says: 'Stays readable to whoever may read it, with what it says about its source.',
    will: 'stay readable',
  },
} satisfies Record<Revocation['derived'], { label: string; says: string; will: string }>

export const granteeName = ({ to }: Pick<Grant, 'to'>): string =>
  to.name ?? to.principal_id ?? to.run_id ?? to.tenant_id

export const grantState = (state: Grant['state']): StatusWord => (state === 'not_yet' ? 'not yet' : state)

/** What the button says that it does: "Revoke 5 grants and 2 parts in runs". */
export function revokeWords({ grants, participants }: Pick<BlastRadius, 'grants' | 'participants'>): string {
  const parts = [
    ...(grants.count > 0 ? [plural(grants.count, 'grant')] : []),
    ...(participants > 0 ? [plural(participants, 'part in runs', 'parts in runs')] : []),
  ]
  return parts.length === 0 ? 'Revoke what is left' : `Revoke ${parts.join(' and ')}`
}

export const RULE: Record<RuleRow['rule'], string> = {
  run_participant: 'participant of the run',
  grant: 'grant',
  tenant_auditor: 'auditor of the tenant',
}
