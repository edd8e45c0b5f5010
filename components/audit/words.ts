import { operationWords, reasonWords, ruleWords } from '@/components/artifact/words'
import type { StatusWord } from '@/components/ui/status'
import type { AuditEntry } from '@/lib/audit/record'
import type { AuditItem } from '@/lib/protocol/audit'

export type Event = AuditItem['event']
export type Kind = AuditEntry['kind'] | 'disclosure'

/** What was done, past tense. For each kind that there is: one that is added must say its words here. */
export const KIND_WORDS: Record<Kind, string> = {
  disclosure: 'asked to read',
  publish: 'published',
  withdrawn: 'was permitted, then given nothing',
  verify: 'verified whole',
  quarantine: 'quarantined',
  list: 'listed',
  run_created: 'made the run',
  participant_added: 'added a participant',
  participant_removed: 'removed a participant',
  grant_created: 'granted',
  revocation_planned: 'asked what a revocation would end',
  revoked: 'revoked',
  artifact_restricted: 'restricted',
  restriction_lifted: 'lifted a restriction',
  block_lifted: 'lifted a block',
  access_requested: 'asked for access',
  access_denied: 'denied a request for access',
  access_simulated: 'asked what somebody may read',
  tenant_created: 'made the tenant',
  tenant_removed: 'removed the tenant',
  purposes_changed: 'changed the purposes',
  schema_registered: 'registered a schema',
  key_created: 'made a key',
  key_revoked: 'revoked a key',
  user_created: 'made an account for somebody',
  member_added: 'added a member',
  member_removed: 'removed a member',
  roles_changed: 'changed roles',
  admin_recovered: 'recovered an admin',
  invited: 'invited',
  invitation_ended: 'ended an invitation',
  account_made: 'made an account by invitation',
  identity_linked: 'connected an identity',
  sign_in_link_created: 'made a sign-in link',
  signed_in: 'signed in',
  signed_out: 'signed out',
  audit_read: 'read the log',
  audit_export: 'exported the log',
}
export const KINDS = Object.keys(KIND_WORDS) as Kind[]
/** Not acts on content but on who may what; in a run's timeline, what was administered about it. */
export const ADMINISTRATIVE = KINDS.filter(
  (kind) =>
    ![
      'disclosure',
      'publish',
      'withdrawn',
      'verify',
      'list',
      'audit_read',
      'audit_export',
      'signed_in',
      'signed_out',
    ].includes(kind),
)

const ASKED: Record<string, string> = {
  describe: 'a description',
  preview: 'a preview',
  read: 'a read',
  content: 'a download',
  verify: 'a verification',
  proof: 'a proof',
  derive: 'a derivation',
}

const isKind = (kind: string): kind is Kind => Object.hasOwn(KIND_WORDS, kind)

/** "read", "published", "was refused a read": what the event says of its actor. */
export function actWords(event: Event): string {
  const { kind, operation, decision } = event
  if (kind === 'disclosure' && operation)
    return decision === 'refuse' ? `was refused ${ASKED[operation] ?? operation}` : operationWords(operation)
  return isKind(kind) ? KIND_WORDS[kind] : kind.replaceAll('_', ' ')
}

/** How it ended. Where nothing was decided, that it was recorded is all there is to say. */
export function outcome(event: Event): { word: StatusWord; says: string; why: string } {
  const reason = event.reason === undefined ? '' : isProblemWord(event) ? reasonWords(event.reason) : event.reason
  if (event.kind === 'withdrawn') return { word: 'unavailable', says: 'withdrawn', why: reason }
  if (event.decision === 'allow')
    return { word: 'permitted', says: 'allowed', why: event.rule ? ruleWords(event.rule) : reason }
  if (event.decision === 'refuse') return { word: 'denied', says: 'refused', why: reason }
  return { word: 'acknowledged', says: 'recorded', why: reason }
}

/** A decision's reason is a problem code; an administrative act's is what a person wrote. */
const isProblemWord = (event: Event): boolean => event.decision !== undefined

/** The principal that an act was about, where the event names one. */
export function aboutWhom({ detail }: Event): string | null {
  const { principal_id, user_id, key_id } = (detail ?? {}) as Record<string, unknown>
  const id = principal_id ?? user_id ?? key_id
  return typeof id === 'string' ? id : null
}
