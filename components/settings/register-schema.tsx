'use client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { Field, Input, Textarea } from '@/components/ui/field'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { ApiProblem } from '@/lib/client/request'
import { registerSchema } from '@/lib/client/tenants'

const EXAMPLE = '{"type": "object", "properties": {"host": {"type": "string"}}, "required": ["host"]}'

/** Registers a schema under a version, for good. What the service finds wrong with it stands above the form, with its place. */
export function RegisterSchema({ tenant }: { tenant: string }) {
  const [open, setOpen] = useState(false)
  const router = useRouter()
  const register = useMutation({
    mutationFn: (form: FormData) =>
      registerSchema(tenant, String(form.get('version')).trim(), String(form.get('document'))),
    onSuccess: () => {
      setOpen(false)
      router.refresh()
    },
  })
  const submit = (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault()
    register.mutate(new FormData(e.currentTarget))
  }
  return (
    <DialogRoot
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        register.reset()
      }}
    >
      <DialogTrigger asChild>
        <Button variant="primary">Register a schema</Button>
      </DialogTrigger>
      <DialogContent title="Register a schema" description={tenant}>
        <form className="contents" onSubmit={submit}>
          <DialogBody className="space-y-4">
            {register.error instanceof ApiProblem && <ProblemNotice problem={register.error} />}
            <Field
              label="Version"
              hint="What publishers name as schema_version. What was published under it before stays as it is."
            >
              {(c) => (
                <Input {...c} exact name="version" required maxLength={256} placeholder="host.v1" autoComplete="off" />
              )}
            </Field>
            <Field
              label="Document"
              hint="JSON Schema 2020-12, at most 256 KiB. Nothing is fetched: references stay inside it."
            >
              {(c) => (
                <Textarea {...c} exact name="document" required rows={12} placeholder={EXAMPLE} spellCheck={false} />
              )}
            </Field>
          </DialogBody>
          <DialogFooter note="A registered schema never changes.">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" variant="primary" disabled={register.isPending}>
              Register it
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </DialogRoot>
  )
}
