'use client'
import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { ApiProblem } from '@/lib/client/request'
import { createTenant } from '@/lib/client/tenants'

/** The operator's first step on an instance without a tenant of theirs. Whoever creates one is its first admin and auditor. */
export function FirstTenant() {
  const create = useMutation({
    mutationFn: createTenant,
    // A full load: the shell's tenants were read when the page was made.
    onSuccess: () => window.location.assign('/'),
  })
  const problem = create.error instanceof ApiProblem ? create.error : null
  return (
    <Panel aria-labelledby="tenant" className="max-w-[520px]">
      <PanelHeader id="tenant" title="Create a tenant" hint="who owns what is published" />
      <PanelBody>
        <form
          className="space-y-4"
          onSubmit={(e) => {
            e.preventDefault()
            const form = new FormData(e.currentTarget)
            create.mutate({
              tenant_id: String(form.get('tenant')).trim(),
              purposes: String(form.get('purposes'))
                .split(/[\s,]+/)
                .filter(Boolean),
            })
          }}
        >
          {problem && <ProblemNotice problem={problem} />}
          <Field
            label="Name"
            hint="1 to 63 of a-z, 0-9, “.”, “_” and “-”. It stays."
            error={problem?.errors?.find((e) => e.pointer === '/tenant_id')?.detail}
          >
            {(c) => <Input {...c} exact name="tenant" required maxLength={63} placeholder="acme" autoComplete="off" />}
          </Field>
          <Field label="Purposes" hint="What disclosures can be for, separated by commas.">
            {(c) => <Input {...c} exact name="purposes" required defaultValue="diagnosis, audit" autoComplete="off" />}
          </Field>
          <Button type="submit" variant="primary" disabled={create.isPending}>
            Create the tenant
          </Button>
        </form>
      </PanelBody>
    </Panel>
  )
}
