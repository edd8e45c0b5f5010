'use client'
import { visible } from '@/components/artifact/visible-text'
import { IdChip } from '@/components/ui/chip'
import { plural } from '@/components/ui/format'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import type { Run } from '@/lib/protocol/admin'
import { AddParticipant } from './add-participant'
import { RemoveParticipant } from './remove-participant'

/** Who takes part, and who did. An admin adds and removes. */
export function ParticipantsPanel({ run, admin }: { run: Run; admin: boolean }) {
  return (
    <Panel aria-labelledby="participants-title">
      <PanelHeader id="participants-title" title="Participants" hint={plural(run.participants.length, 'principal')}>
        {admin && <AddParticipant run={run} />}
      </PanelHeader>
      {run.participants.length === 0 ? (
        <PanelBody className="text-ink-2">
          Nobody takes part. Artifacts of this run are read by auditors and by grants alone.
        </PanelBody>
      ) : (
        <ul aria-label="Participants" className="divide-y divide-line">
          {run.participants.map((p) => (
            <li key={p.principal_id} className="flex items-center gap-2 px-3.5 py-2">
              <span className="min-w-0 flex-1">
                <span className="block font-medium [overflow-wrap:anywhere]">{visible(p.name)}</span>
                <span className="block text-ink-3 text-xs">
                  {p.kind === 'agent' ? 'agent' : 'person'}, since <Time at={p.added_at} />
                </span>
                <IdChip id={p.principal_id} what="the principal’s id" />
              </span>
              {admin && <RemoveParticipant run={run} participant={p} />}
            </li>
          ))}
        </ul>
      )}
      {run.left.length > 0 && (
        <div className="border-line border-t px-3.5 py-2">
          <h3 className="font-medium text-ink-3 text-xs">Left</h3>
          <ul aria-label="Left" className="text-ink-2 text-xs">
            {run.left.map((p) => (
              <li key={p.principal_id} className="py-1 [overflow-wrap:anywhere]">
                {visible(p.name)}, <Time at={p.added_at} show="utc" /> to <Time at={p.ended_at} show="utc" />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  )
}
