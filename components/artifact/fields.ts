import { plural } from '@/components/ui/format'
import type { ArtifactRef } from '@/lib/protocol/artifact-ref'
import type { Description } from '@/lib/protocol/publish'
import { missingWords, regionWords } from './coverage-lanes'

/** Who a field comes from. Some are in two parts, and each part has its own mark. */
export type FieldOrigin = { kind: 'declared' | 'verified' | 'assigned'; says: string }
export type FieldFact = { name: keyof ArtifactRef; value: string; checkable: string; origins: FieldOrigin[] }

const declared = (says = 'declared by the publisher'): FieldOrigin => ({ kind: 'declared', says })
const verified = (says: string): FieldOrigin => ({ kind: 'verified', says })
const assigned = (says = 'assigned by the service'): FieldOrigin => ({ kind: 'assigned', says })

/** Of what the service derived itself: its word, about what somebody declared of the input. */
export const COMPUTED = 'computed by the service from what the input declares'

/** The ten fields of the descriptor, in its order: the value, what it makes checkable, and whose word it is. `executed`: the service derived it. */
export function fieldsOf(ref: Description['artifact'], executed = false): FieldFact[] {
  const { source_version: source, completeness, retrieval, scope } = ref
  return [
    {
      name: 'artifact_id',
      value: ref.artifact_id,
      checkable: 'Whether a later operation is about the original, immutable result.',
      origins: [assigned()],
    },
    {
      name: 'content_hash',
      value: ref.content_hash ?? '(withheld: it would confirm a guess of the withheld fields)',
      checkable: 'Whether bytes at hand are the published ones.',
      origins: [verified('computed by the service')],
    },
    {
      name: 'tool_call_id',
      value: ref.tool_call_id === '' ? '(empty)' : ref.tool_call_id,
      checkable: 'Which producer record gives the tool, its arguments and its outcome.',
      origins: [executed ? assigned() : declared()],
    },
    {
      name: 'schema_version',
      value: ref.schema_version ?? 'null',
      checkable: 'Which rules of interpretation and validation apply.',
      origins: [declared()],
    },
    {
      name: 'created_at',
      value: ref.created_at,
      checkable: 'When the stored artifact came to be, by the clock of the service.',
      origins: [assigned()],
    },
    {
      name: 'source_version',
      value: `${source.source_id} at ${source.snapshot_id}, observed ${source.observed_at}`,
      checkable: 'Which observation of which source this is, and when it was made.',
      origins: [executed ? declared('declared of the input') : declared()],
    },
    {
      name: 'completeness',
      value: completenessWords(completeness),
      checkable: 'What was captured, and what was asked for and left out.',
      origins: [
        declared(executed ? COMPUTED : 'status, coverage and omissions declared'),
        ...(completeness.records === null ? [] : [verified('records counted by the service')]),
      ],
    },
    {
      name: 'scope',
      value: `${scope.tenant_id} / ${scope.run_id}`,
      checkable: 'Who owns it and in which piece of work: checked against the state of the service.',
      origins: [verified("checked against the publisher's key")],
    },
    {
      name: 'expires_at',
      value: ref.expires_at ?? 'null',
      checkable: 'Until when it can be read. Says nothing about freshness.',
      origins: [declared()],
    },
    {
      name: 'retrieval',
      value: `${retrieval.resolver}, ${retrieval.consistency}, ${retrieval.selectors.join(' and ')}`,
      checkable: 'Which resolver reads it, under which consistency, and which parts can be asked for.',
      origins: [assigned()],
    },
  ]
}

function completenessWords({ status, coverage, records, omissions }: ArtifactRef['completeness']): string {
  return [
    `${status}: ${regionWords(coverage) || 'no region declared'}`,
    records === null ? 'no records counted' : plural(records, 'record'),
    omissions.length === 0
      ? 'no omissions'
      : `omitted ${omissions.map((o) => `${missingWords(o)} (${o.reason})`).join('; ')}`,
  ].join(', ')
}
