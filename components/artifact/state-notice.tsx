'use client'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import { useArtifact } from './artifact-context'

/** A state that changes how the rest of the page must be read. Only those who may still see the description get here. */
export function StateNotice() {
  const { description } = useArtifact()
  switch (description.state) {
    case 'quarantined':
      return (
        <Notice tone="blocked" glyph="quarantined">
          <p className="font-medium">Quarantined: integrity failed.</p>
          <p>
            The stored bytes are not the published ones. Nothing of them is disclosed to anyone. What was read before is
            listed under Disclosures.
          </p>
        </Notice>
      )
    case 'expired':
      return (
        <Notice glyph="expired">
          <p className="font-medium">
            Expired <Time at={description.artifact.expires_at!} show="utc" />.
          </p>
          <p>
            Its availability has ended, as declared at publish. The description stays for auditors; the bytes are given
            to nobody.
          </p>
        </Notice>
      )
    case 'deleted':
      return (
        <Notice glyph="deleted">
          <p className="font-medium">Deleted{description.state_reason ? `: ${description.state_reason}` : ''}.</p>
          <p>
            Its key was destroyed, and with it the bytes, the arguments and the names. This tombstone stays: it says
            what existed, never what was in it.
          </p>
        </Notice>
      )
    default:
      return null
  }
}
