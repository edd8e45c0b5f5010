'use client'
import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Finding } from '@/components/ui/finding'
import { count } from '@/components/ui/format'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Status } from '@/components/ui/status'
import { fetchEvent, fetchKeySet, fetchProof, type LogOf } from '@/lib/client/audit'
import { ApiProblem } from '@/lib/client/request'
import { checkInclusion } from '@/lib/transparency/check-inclusion'

const NAMES = { leaf: 'Event to leaf', path: 'Leaf to root', signature: 'Signature' }
const COMMANDS = `holdfast audit export --out log.jsonl
holdfast verify-audit log.jsonl --checkpoint kept.notes --key jwks.json`

/** Recomputes with the browser's own cryptography that the event is where the signed log says. Each look is recorded. */
export function Inclusion({ id, of }: { id: string; of: LogOf }) {
  const check = useMutation({
    mutationFn: async () => {
      const [entry, proof, keys] = await Promise.all([fetchEvent(id, of), fetchProof(id, of), fetchKeySet()])
      const steps = await checkInclusion({ ...proof, event: entry.event, salt: entry.salt }, keys)
      return { proof, steps }
    },
  })
  const proved = check.data?.steps.every((s) => s.holds === true) ?? false
  const failed = check.data?.steps.some((s) => s.holds === false) ?? false
  return (
    <div className="space-y-2">
      {check.error instanceof ApiProblem ? (
        <ProblemNotice problem={check.error} />
      ) : (
        check.error && (
          <Notice tone="attention" role="alert">
            This browser could not check it: it offers its cryptography only over HTTPS or on localhost, and Ed25519
            only in newer versions. On the command line:
            <pre className="mt-1 overflow-x-auto text-xs">{COMMANDS}</pre>
          </Notice>
        )
      )}
      {check.data && (
        <>
          <ul className="divide-y divide-line border-line border-y text-xs">
            {check.data.steps.map(({ name, holds, says }) => (
              <li key={name} className="py-1.5">
                <span className="flex justify-between gap-3">
                  {NAMES[name]}
                  <Status word={holds === null ? 'not inspected' : holds ? 'verified' : 'integrity failed'}>
                    {holds === null ? 'not checked' : holds ? 'holds' : 'fails'}
                  </Status>
                </span>
                <span className="break-words text-ink-3">{says}</span>
              </li>
            ))}
          </ul>
          <div role="status">
            {failed ? (
              <p className="font-medium text-blocked-text">
                This event is not proved. Keep this page, and export the log before anything else.
              </p>
            ) : (
              <Finding saysNothingAbout="Says nothing about what was not logged. Event, path and key came from this service: hold the checkpoint against one that somebody else kept.">
                {proved ? 'This event' : 'A leaf that the service says is this event'} is at position{' '}
                <b>{count(check.data.proof.position)}</b> of the log that was signed over{' '}
                {count(check.data.proof.tree_size)} events.
              </Finding>
            )}
          </div>
        </>
      )}
      <Button size="small" disabled={check.isPending} onClick={() => check.mutate()}>
        {check.data ? 'Check again' : 'Check in this browser'}
      </Button>
    </div>
  )
}
