'use client'
import { Panel } from '@/components/ui/panel'
import { Status } from '@/components/ui/status'
import { useArtifact } from './artifact-context'

const WORDS = {
  available: '',
  expired: 'The artifact reached the end of its availability. Its description stays; its bytes are given to nobody.',
  deleted: 'The artifact was deleted and its key destroyed. This tombstone stays; the bytes cannot be read again.',
  quarantined:
    'The stored bytes failed verification, so none of them is given to anyone. A fresh capture is a new artifact with its own reference.',
}

/** In the place of content that is no longer given: which state withholds it, in words. */
export function Withheld({ what }: { what: string }) {
  const { state } = useArtifact().description
  return (
    <Panel aria-label={`No ${what}`}>
      <div className="mx-auto max-w-[60ch] px-4 py-10 text-center">
        <Status word={state}>
          {state}: no {what} here
        </Status>
        <p className="mt-2 text-ink-2 text-sm">{WORDS[state]}</p>
      </div>
    </Panel>
  )
}
