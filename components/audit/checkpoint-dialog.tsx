'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ScrollText } from '@/components/artifact/scroll-text'
import { Button } from '@/components/ui/button'
import { Digest } from '@/components/ui/chip'
import { CopyButton } from '@/components/ui/copy-button'
import { DialogBody, DialogContent, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { Fact, Facts } from '@/components/ui/facts'
import { count, plural } from '@/components/ui/format'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { checkpointQuery, type LogOf, verifyLog } from '@/lib/client/audit'
import { ApiProblem } from '@/lib/client/request'
import type { AuditCheckpoint } from '@/lib/protocol/audit'
import { VerificationResult } from './verification-result'

/** The newest signed checkpoint, and the verification of the log in the database against it. */
export function CheckpointDialog({ of, mayVerify }: { of: LogOf; mayVerify: boolean }) {
  const checkpoint = useQuery(checkpointQuery(of))
  const verify = useMutation({ mutationFn: () => verifyLog(of), onSuccess: () => checkpoint.refetch() })
  return (
    <DialogRoot onOpenChange={(open) => open && void checkpoint.refetch()}>
      <DialogTrigger asChild>
        <Button>Checkpoint…</Button>
      </DialogTrigger>
      <DialogContent
        title="Checkpoint and verification"
        description="What this log was at a moment, signed; and whether the database still is that."
      >
        <DialogBody className="space-y-5">
          <section aria-labelledby="checkpoint-newest">
            <h3 id="checkpoint-newest" className="mb-1 font-semibold text-sm">
              Newest checkpoint
            </h3>
            {checkpoint.error instanceof ApiProblem ? (
              <ProblemNotice problem={checkpoint.error} />
            ) : checkpoint.data ? (
              <Newest checkpoint={checkpoint.data} />
            ) : (
              <Skeleton lines={6} what="the checkpoint" />
            )}
          </section>
          <section aria-labelledby="checkpoint-verify" className="space-y-2">
            <h3 id="checkpoint-verify" className="font-semibold text-sm">
              Verification of the whole log
            </h3>
            <p className="text-ink-2">
              Recomputes every leaf from its row and the tree from the leaves, and holds it against the checkpoints in
              the database and in the data folder. It reads the whole log, and is itself logged.
            </p>
            {verify.error instanceof ApiProblem && <ProblemNotice problem={verify.error} />}
            {verify.data && <VerificationResult result={verify.data} />}
            {mayVerify ? (
              <Button disabled={verify.isPending} onClick={() => verify.mutate()}>
                {verify.isPending
                  ? `Recomputing ${checkpoint.data ? plural(checkpoint.data.tree_size, 'event') : 'every event'}`
                  : verify.data
                    ? 'Verify again'
                    : 'Verify the log'}
              </Button>
            ) : (
              <p className="text-ink-3 text-xs">This takes an auditor or an admin of the tenant.</p>
            )}
          </section>
        </DialogBody>
      </DialogContent>
    </DialogRoot>
  )
}

function Newest({ checkpoint: c }: { checkpoint: AuditCheckpoint }) {
  return (
    <>
      <Facts>
        <Fact name="Log">
          <span className="break-all font-value">{c.origin}</span>
        </Fact>
        <Fact name="State">
          <LogStatus status={c.status} />
          {c.detail && <span className="block text-blocked-text">{c.detail}</span>}
        </Fact>
        <Fact name="Signed">
          {plural(c.size, 'event')}
          {c.signed_at && (
            <>
              , <Time at={c.signed_at} />
            </>
          )}
        </Fact>
        <Fact name="Root">
          <Digest value={c.root} what="the root" />
        </Fact>
        <Fact name="In the tree now">
          {count(c.tree_size)}
          {c.waiting > 0 && `, and ${count(c.waiting)} waiting for a position`}
        </Fact>
        <Fact name="Data folder">
          {c.outside ? `has a checkpoint over ${plural(c.outside.size, 'event')}` : 'has no checkpoint of this log'}
        </Fact>
      </Facts>
      <ScrollText label="Checkpoint note" className="mt-2 rounded-1 border border-line bg-sunken">
        {c.checkpoint}
      </ScrollText>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <CopyButton size="small" text={c.checkpoint}>
          Copy the note
        </CopyButton>
        <CopyButton size="small" text={c.verifier_key}>
          Copy the verifier key
        </CopyButton>
        <a className="link text-xs" href="/.well-known/jwks.json">
          jwks.json
        </a>
      </div>
      <p className="mt-1 text-ink-3 text-xs">
        Keep it where this service cannot write: a checkpoint that somebody else keeps is what binds the operator.
      </p>
    </>
  )
}

export const LogStatus = ({ status }: { status: AuditCheckpoint['status'] }) => (
  <Status word={status === 'consistent' ? 'verified' : 'integrity failed'}>{status}</Status>
)
