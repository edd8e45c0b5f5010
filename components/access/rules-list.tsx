import type { RuleRow } from '@/lib/protocol/authority'
import { RuleStatus } from './rule-status'
import { RULE } from './words'

const keyOf = (r: RuleRow) => `${r.rule} ${r.grant_id} ${r.tenant_id}`

/** Every rule that relates a principal to the artifact, live or ended, and which of them decided. */
export function RulesList({ rules, deciding }: { rules: RuleRow[]; deciding: RuleRow | null }) {
  if (rules.length === 0)
    return <p className="text-ink-2 text-sm">No rule relates it to the artifact, live or ended.</p>
  return (
    <ul aria-label="Rules" className="divide-y divide-line border-line border-t">
      {rules.map((r) => (
        <li key={keyOf(r)} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-1.5 text-sm">
          <RuleStatus ended={r.ended} />
          <span>
            {RULE[r.rule]}
            {deciding && keyOf(deciding) === keyOf(r) && <b className="font-medium"> (decides)</b>}
          </span>
          <span className="text-ink-2">
            for <span className="font-value text-xs">{r.purposes.join(', ')}</span>
            {r.mask && `, without ${r.mask.join(', ')}`}
          </span>
          {r.grant_id && <span className="break-all font-value text-ink-3 text-xs">{r.grant_id}</span>}
        </li>
      ))}
    </ul>
  )
}
