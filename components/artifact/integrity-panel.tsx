'use client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { Digest, IdChip } from '@/components/ui/chip'
import { Fact, Facts } from '@/components/ui/facts'
import { bytes, count, plural } from '@/components/ui/format'
import { Origin } from '@/components/ui/origin'
import { ProblemNotice } from '@/components/ui/problem-notice'
import type { StatusWord } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { VerifyResponse } from '@/lib/protocol/read'
import { useArtifact } from './artifact-context'
import { CheckPanel } from './check-panel'
import { Masked } from './masked'
import { ask, problemOf } from './request'
import { VerifyResult } from './verify-result'
import { quarantineWords } from './words'

/** Integrity: are these the referenced bytes? */
export function IntegrityPanel() {
  const { description, api, purpose } = useArtifact()
  const { artifact, integrity, state } = description
  const router = useRouter()
  const verify = useMutation({
    mutationFn: async () => JSON.parse(await ask(`${api}/verify`, { method: 'POST', purpose })) as VerifyResponse,
    // A failed verification quarantines the artifact: the page is described again, because its state has changed.
    onSettled: (result) => {
      if (!result?.verified) router.refresh()
    },
  })
  const verdict = verdictOf(description, verify.data)
  const last = verify.data
    ? { at: verify.data.checked_at, verified: verify.data.verified, method: verify.data.method }
    : integrity.last_verified
  const problem = problemOf(verify.error)
  return (
    <CheckPanel
      name="Integrity"
      question="Are these the referenced bytes?"
      word={verdict.word}
      sentence={verdict.sentence}
    >
      {state === 'quarantined' && <Quarantine reason={description.state_reason} />}
      <Facts>
        <Fact name="Last checked" align="end">
          {last ? (
            <>
              <Time at={last.at} show="utc" />, {last.method}
            </>
          ) : (
            'none since publish'
          )}
        </Fact>
        {integrity.chunks !== null && integrity.chunk_size !== null && (
          <Fact name="Chunks" align="end">
            {count(integrity.chunks)}, each {count(integrity.chunk_size / 1024)} KiB
          </Fact>
        )}
        {!verify.data && artifact.content_hash !== null && integrity.merkle_root !== null && (
          <>
            <Fact name="Content hash" align="end">
              <Digest value={artifact.content_hash} what="the content hash" />
            </Fact>
            <Fact name="Merkle root" align="end">
              <Digest value={integrity.merkle_root} what="the Merkle root" />
            </Fact>
          </>
        )}
      </Facts>
      {verify.data && <VerifyResult result={verify.data} />}
      {problem && <ProblemNotice problem={problem} />}
      <Masked what="Digests" />
      {state === 'available' && description.bytes !== null && integrity.chunks !== null && (
        <div className="mt-auto flex flex-wrap items-center gap-2 pt-2">
          <Button onClick={() => verify.mutate()} disabled={verify.isPending}>
            {verify.isPending ? `Verifying ${plural(integrity.chunks, 'chunk')}` : 'Verify all bytes now'}
          </Button>
          <span role="status" className="text-ink-3 text-xs">
            {verify.isPending
              ? `Reading ${bytes(description.bytes)}.`
              : verify.data
                ? ''
                : `Reads ${bytes(description.bytes)} and compares digest and root.`}
          </span>
          {verify.data && <IdChip id={verify.data.disclosure_id} what="the disclosure id" />}
        </div>
      )}
      <Origin kind="verified" className="mt-2">
        computed by the service
      </Origin>
    </CheckPanel>
  )
}

type Verdict = { word: StatusWord; sentence: string }

function verdictOf(
  { state, integrity, bytes: length }: ReturnType<typeof useArtifact>['description'],
  fresh: VerifyResponse | undefined,
): Verdict {
  if (state === 'quarantined' || fresh?.verified === false)
    return {
      word: 'integrity failed',
      sentence:
        'Integrity failed: the stored bytes are not the bytes that were published. The check that found this disclosed nothing.',
    }
  const ended = state === 'expired' || state === 'deleted'
  if (fresh?.verified || integrity.last_verified?.verified)
    return {
      word: 'verified',
      sentence: ended
        ? 'The stored bytes matched the digest recorded at publish when they were last read whole.'
        : 'The stored bytes match the digest recorded at publish.',
    }
  return {
    word: 'not verified yet',
    sentence: ended
      ? 'The stored bytes were never read whole after they were published.'
      : length === 0
        ? 'The artifact is empty: its digest is that of no bytes.'
        : 'The stored bytes have not been read whole since they were published. Each read verifies the chunks it serves.',
  }
}

function Quarantine({ reason }: { reason: string | null }) {
  return (
    <dl className="space-y-2 pt-1 pb-2 text-sm [&_dd]:text-ink-2 [&_dt]:font-medium">
      <div>
        <dt>What happened</dt>
        <dd className="break-words">
          {quarantineWords(reason)} The artifact was quarantined: none of its bytes is given to anyone. Other artifacts
          go on.
        </dd>
      </div>
      <div>
        <dt>What to do</dt>
        <dd>
          Capture the observation again if the source still has it: that makes a new artifact with its own reference.
          Tell whoever runs this instance, because the object store returned something it was not given.
        </dd>
      </div>
    </dl>
  )
}
