'use client'
import { Field, Input } from '@/components/ui/field'
import { createUser } from '@/lib/client/tenants'
import type { Role } from '@/lib/protocol/admin'
import { MakeOnce } from './make-once'
import { RoleChoice } from './role-choice'

/** Makes an account and shows its one-time link. No mail is sent: whoever makes it hands it over. */
export function CreateMember({ tenant }: { tenant: string }) {
  return (
    <MakeOnce
      label="Make an account"
      title="Make an account"
      description={tenant}
      submit="Make the account"
      read={(form) => {
        const password = String(form.get('password'))
        return {
          email: String(form.get('email')).trim(),
          name: String(form.get('name')).trim(),
          roles: form.getAll('roles') as Role[],
          ...(password !== '' && { password }),
        }
      }}
      make={(input) => createUser(tenant, input)}
      made={({ name, email, sign_in_link }) => ({
        title: `One-time link for ${name}`,
        secret: sign_in_link,
        what: 'this link',
        note: `It signs ${email} in once, within the hour. Hand it over yourself: no mail is sent.`,
      })}
    >
      {(errorAt) => (
        <>
          <Field label="Name" error={errorAt('/name')}>
            {(c) => <Input {...c} name="name" required maxLength={128} autoComplete="off" />}
          </Field>
          <Field label="E-mail address" error={errorAt('/email')}>
            {(c) => <Input {...c} name="email" type="email" required maxLength={254} autoComplete="off" />}
          </Field>
          <RoleChoice chosen={['member']} />
          <Field
            label="Password (optional)"
            hint="At least 12 characters. Without one, the account signs in by links alone."
            error={errorAt('/password')}
          >
            {(c) => (
              <Input
                {...c}
                name="password"
                type="password"
                minLength={12}
                maxLength={1024}
                autoComplete="new-password"
              />
            )}
          </Field>
        </>
      )}
    </MakeOnce>
  )
}
