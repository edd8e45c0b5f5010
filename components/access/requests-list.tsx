import { IdChip } from '@/components/ui/chip'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { AccessRequest } from '@/lib/protocol/authority'
import { AnswerRequest } from './answer-request'
import { artifactAccessHref } from './search'

/** Requests for access, each with its own words. `inbox`: those an admin answers. */
export function RequestsList({
  tenant,
  requests,
  inbox,
}: {
  tenant: string
  requests: AccessRequest[]
  inbox: boolean
}) {
  return (
    <ul aria-label="Requests for access" className="divide-y divide-line rounded-1 border border-line bg-surface">
      {requests.map((r) => (
        <li key={r.request_id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3.5 py-3">
          <div className="min-w-0 flex-1 basis-72 space-y-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
              {inbox && (
                <span>
                  <b className="font-medium">{r.requested_by.name}</b>{' '}
                  <span className="text-ink-2">of {r.requested_by.tenant_id}</span>
                </span>
              )}
              <IdChip
                id={r.artifact_id}
                what="the artifact id"
                href={
                  inbox ? artifactAccessHref(r.artifact_id, tenant) : `/artifacts/${encodeURIComponent(r.artifact_id)}`
                }
              />
              <span className="text-ink-2">
                for <span className="font-value text-xs">{r.purpose}</span>
              </span>
            </p>
            <p className="break-words text-sm">{r.reason}</p>
            <p className="text-ink-3 text-xs">
              asked <Time at={r.created_at} />, {r.request_id}
            </p>
            {r.answer && (
              <p className="break-words border-line-strong border-l-2 pl-2 text-ink-2 text-sm">{r.answer}</p>
            )}
          </div>
          <div className="flex items-center gap-2">
            <Status word={r.state} />
            {inbox && r.state === 'pending' && (
              <>
                <AnswerRequest tenant={tenant} asked={r} decision="deny" />
                <AnswerRequest tenant={tenant} asked={r} decision="grant" />
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
