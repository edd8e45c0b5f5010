import type { ArtifactRef } from '@/lib/protocol/artifact-ref'
import type { DisclosureRow } from '@/lib/protocol/disclosures'
import type { Integrity } from '@/lib/protocol/read'

const number = (n: number) => n.toLocaleString('en-US')

/** Half-open, with thousands separators: "[0, 12,840)". */
export const range = (start: number, end: number): string => `[${number(start)}, ${number(end)})`

/** The deciding rule as a sentence about the reader. */
export function ruleSentence(rule: string, scope: ArtifactRef['scope'], purpose: string): string {
  switch (rule) {
    case 'run_participant':
      return `You take part in the run ${scope.run_id}, and ${purpose} is one of its purposes.`
    case 'tenant_auditor':
      return `You are an auditor of the tenant ${scope.tenant_id}, which owns this artifact, and the purpose is ${purpose}.`
    case 'grant':
      return `A grant of the tenant ${scope.tenant_id} lets you read this for the purpose ${purpose}.`
    default:
      return `The rule ${rule} permits this for the purpose ${purpose}.`
  }
}

export const ruleWords = (rule: string): string =>
  rule === 'run_participant'
    ? 'participant of the run'
    : rule === 'tenant_auditor'
      ? 'auditor of the owning tenant'
      : rule

const OPERATIONS: Record<string, string> = {
  describe: 'described',
  preview: 'previewed',
  read: 'read',
  content: 'downloaded',
  verify: 'verified whole',
  proof: 'proved a chunk',
  derive: 'derived from',
}
export const operationWords = (operation: string): string => OPERATIONS[operation] ?? operation

const REASONS: Record<string, string> = {
  not_found: 'no relation to this artifact',
  gone: 'expired or deleted',
  access_revoked: 'access had ended',
  purpose_denied: 'purpose not permitted',
  purpose_required: 'no purpose named',
  integrity_failed: 'integrity failed',
  unauthenticated: 'no valid credential',
  range_not_satisfiable: 'range outside the artifact',
  descriptor_mismatch: 'presented descriptor differs',
  cursor_mismatch: 'cursor of another request',
  selector_unsupported: 'selector not supported',
  unavailable: 'service could not answer',
  internal: 'fault of the service',
}
export const reasonWords = (reason: string | null): string =>
  reason === null ? '' : (REASONS[reason] ?? reason.replaceAll('_', ' '))

/**
 * Three ends of a disclosure. A refusal that still carries the rule that allowed it was permitted first, and released
 * nothing: withdrawn.
 */
export const disclosureOutcome = (
  row: Pick<DisclosureRow, 'decision' | 'rule'>,
): 'allowed' | 'refused' | 'withdrawn' =>
  row.decision === 'allow' ? 'allowed' : row.rule === null ? 'refused' : 'withdrawn'

/** What was asked for: "records [0, 100)". The filter of a query is content and not in the log. */
export function selectorWords(selector: unknown): string {
  const s = selector as { type?: unknown; start?: unknown; end?: unknown } | null
  if (s?.type === 'query') return 'a query'
  if (!s || typeof s.start !== 'number' || typeof s.end !== 'number') return 'whole'
  return `${s.type === 'byte_range' ? 'bytes' : 'records'} ${range(s.start, s.end)}`
}

/** Which chunks this page verified. With some ruled out in between, the range alone would claim those too. */
export const verifiedWords = ({ start, end, total, read }: NonNullable<Integrity['chunks']>): string =>
  read === end - start
    ? `chunks ${range(start, end)} of ${number(total)}`
    : `${number(read)} chunk${read === 1 ? '' : 's'} in ${range(start, end)} of ${number(total)}`

/** Why a quarantined artifact was taken out of use. The state's reason is the failed check in the service's own words. */
export const quarantineWords = (reason: string | null): string =>
  reason === null || reason === 'whole'
    ? 'A verification of all bytes computed another digest than the one recorded at publish.'
    : `A read touched stored bytes that are not the published ones: ${reason}`
