'use client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Status, type StatusWord } from '@/components/ui/status'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { withdrawInvitation } from '@/lib/client/people'
import { ApiProblem } from '@/lib/client/request'
import type { Invitation } from '@/lib/protocol/people'

const WORD: Record<Invitation['state'], { word: StatusWord; says: string }> = {
  open: { word: 'in progress', says: 'open' },
  accepted: { word: 'active', says: 'accepted' },
  expired: { word: 'expired', says: 'expired' },
  declined: { word: 'revoked', says: 'declined' },
  withdrawn: { word: 'revoked', says: 'withdrawn' },
  void: { word: 'revoked', says: 'void' },
}
const WIDE = 'hidden md:table-cell'

/** Who was asked in and what became of it. `void`: whoever invited administers the tenant no more. */
export function InvitationsTable({ tenant, invitations }: { tenant: string; invitations: Invitation[] }) {
  const router = useRouter()
  const withdraw = useMutation({
    mutationFn: (id: string) => withdrawInvitation(tenant, id),
    onSuccess: () => router.refresh(),
  })
  return (
    <>
      {withdraw.error instanceof ApiProblem && <ProblemNotice problem={withdraw.error} />}
      <TableScroll label="Invitations" className="rounded-1 border border-line bg-surface">
        <Table>
          <THead>
            <tr>
              <Th>Address</Th>
              <Th className={WIDE}>Roles</Th>
              <Th className={WIDE}>Invited by</Th>
              <Th>State</Th>
              <Th className={WIDE}>Open until</Th>
              <Th>
                <span className="sr-only">Withdraw</span>
              </Th>
            </tr>
          </THead>
          <tbody>
            {invitations.map((i) => (
              <Tr key={i.invitation_id} className="h-11">
                <Td long>
                  <span className="break-all font-medium">{i.email}</span>
                  <span className="block text-ink-3 text-xs md:hidden">
                    {i.roles.join(', ')}, by {i.invited_by.name}
                  </span>
                </Td>
                <Td className={WIDE}>{i.roles.join(', ')}</Td>
                <Td long className={`${WIDE} text-ink-2`}>
                  {i.invited_by.name}
                </Td>
                <Td>
                  <Status word={WORD[i.state].word}>{WORD[i.state].says}</Status>
                </Td>
                <Td className={`${WIDE} text-ink-2`}>
                  <Time at={i.expires_at} show="utc" />
                </Td>
                <Td className="text-right">
                  {(i.state === 'open' || i.state === 'void') && (
                    <Button
                      size="small"
                      aria-label={`Withdraw the invitation of ${i.email}`}
                      disabled={withdraw.isPending}
                      onClick={() => withdraw.mutate(i.invitation_id)}
                    >
                      Withdraw
                    </Button>
                  )}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </TableScroll>
    </>
  )
}
