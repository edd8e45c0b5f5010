'use client'
import { useRouter } from 'next/navigation'
import { AnswerInvitation } from '@/components/sign-in/answer-invitation'
import type { ShownInvitation } from '@/lib/protocol/people'

/** What the verified address of this person was asked. */
export function MyInvitations({ invitations }: { invitations: ShownInvitation[] }) {
  const router = useRouter()
  return (
    <div className="space-y-4">
      {invitations.map((i) => (
        <AnswerInvitation
          key={i.invitation_id}
          invitation={i}
          named={{ invitation_id: i.invitation_id }}
          done={(accepted) => {
            if (accepted) window.location.assign(`/?tenant=${encodeURIComponent(i.tenant_id)}`)
            else router.refresh()
          }}
        />
      ))}
    </div>
  )
}
