import { MAX_FAILURES } from './authority/attempts'
import type { Deps } from './deps'
import type { Limit } from './protocol/admin'
import { EXPORT_ROWS } from './protocol/audit'
import { QUERY_LIMITS, READ_LIMITS } from './protocol/read'
import { MAX_TEXT } from './records/filter/limits'
import { MAX_GROUPS } from './records/query/aggregate'
import { MAX_DOCUMENT_BYTES } from './schemas/register'

/** What this service enforces, for every tenant alike: what its operator has set, and what this version fixes. */
export function listLimits({ config: { limits } }: Pick<Deps, 'config'>): { items: Limit[] } {
  const set = (name: string, value: number, unit: Limit['unit'], setting: string, says: string): Limit => ({
    name,
    value,
    unit,
    setting: `HOLDFAST_MAX_${setting}`,
    says,
  })
  const fixed = (name: string, value: number, unit: Limit['unit'], says: string): Limit => ({
    name,
    value,
    unit,
    setting: null,
    says,
  })
  const refused = 'what goes beyond is refused, and nothing is kept'
  return {
    items: [
      set('One artifact', limits.artifactBytes, 'bytes', 'ARTIFACT_BYTES', refused),
      set('A publish as one JSON body', limits.inlineBytes, 'bytes', 'INLINE_BYTES', 'larger results are streamed'),
      set('A manifest, or another JSON body', limits.manifestBytes, 'bytes', 'MANIFEST_BYTES', refused),
      set('Depth of its JSON', limits.manifestDepth, 'count', 'MANIFEST_DEPTH', refused),
      set('Fields of its JSON', limits.manifestFields, 'count', 'MANIFEST_FIELDS', refused),
      set('One publish', limits.publishSeconds, 'seconds', 'PUBLISH_SECONDS', 'then it ends and nothing is kept'),
      fixed('One schema', MAX_DOCUMENT_BYTES, 'bytes', 'longer ones are refused'),
      fixed('Records of one read', READ_LIMITS.limit.max, 'count', 'more pages remain'),
      fixed('Bytes of one read', READ_LIMITS.max_bytes.max, 'bytes', 'more pages remain'),
      fixed('Time of one read', READ_LIMITS.deadline_ms.max, 'ms', 'the scan is interrupted, and says so'),
      fixed('Characters of a filter', MAX_TEXT, 'count', 'longer ones are refused'),
      fixed('Fields of one query', QUERY_LIMITS.fields, 'count', 'more are refused'),
      fixed('Groups of one aggregate', MAX_GROUPS, 'count', 'records of further groups are counted apart'),
      fixed('Events of one export', EXPORT_ROWS, 'count', 'truncated, as its trailer says'),
      fixed('Wrong passwords for one address in 15 minutes', MAX_FAILURES, 'count', 'then that address waits'),
    ],
  }
}
