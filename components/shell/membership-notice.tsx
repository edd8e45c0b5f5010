'use client'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import { useSession, useTenant } from './session'

/** That a membership has ended, where the person last was there: the page they see now is of another tenant, or of none. */
export function MembershipNotice() {
  const { me, ended } = useSession()
  const tenant = useTenant()
  if (!me || !ended) return null
  return (
    <div className="px-4 pt-4 sm:px-7">
      <Notice tone="attention" role="status">
        Your membership of <span className="font-value text-xs">{ended.tenant_id}</span> ended{' '}
        <Time at={ended.ended_at} />: an admin removed you, or you left.{' '}
        {tenant ? (
          <>
            This is <span className="font-value text-xs">{tenant}</span>.
          </>
        ) : (
          'An admin of it can invite you again.'
        )}
      </Notice>
    </div>
  )
}
