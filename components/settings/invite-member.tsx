'use client'
import { Field, Input } from '@/components/ui/field'
import { Time } from '@/components/ui/time'
import { invite } from '@/lib/client/people'
import type { Role } from '@/lib/protocol/admin'
import { MakeOnce } from './make-once'
import { RoleChoice } from './role-choice'

/** Asks an address in and shows the link, this once. No mail is sent: whoever invites hands it over. */
export function InviteMember({ tenant }: { tenant: string }) {
  return (
    <MakeOnce
      label="Invite"
      variant="primary"
      title="Invite a person"
      description={tenant}
      submit="Make the link"
      read={(form) => ({ email: String(form.get('email')).trim(), roles: form.getAll('roles') as Role[] })}
      make={(input) => invite(tenant, input)}
      made={({ email, invitation_link, expires_at }) => ({
        title: `Link for ${email}`,
        secret: invitation_link,
        what: 'this link',
        note: (
          <>
            Hand it over yourself: no mail is sent. It works once, for this address, until{' '}
            <Time at={expires_at} show="utc" />. It opens no account that exists: its person signs in to that one, and
            accepts.
          </>
        ),
      })}
    >
      {(errorAt) => (
        <>
          <Field
            label="E-mail address"
            error={errorAt('/email')}
            hint="Whether it has an account here is not told. Nothing changes for that account until its person accepts."
          >
            {(c) => <Input {...c} name="email" type="email" required maxLength={254} autoComplete="off" />}
          </Field>
          <RoleChoice chosen={['member']} />
        </>
      )}
    </MakeOnce>
  )
}
