'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import { RevokeContent, useRefreshing } from './revoke-dialog'
import type { Target } from './words'

const SCOPES = {
  principal: { label: 'Principal', says: 'All grants to it, and its part in every run of this tenant.' },
  tenant: { label: 'Tenant', says: 'All that is shared with another tenant.' },
  run: { label: 'Run', says: 'All grants over the run and over its artifacts.' },
  artifact: { label: 'Artifact', says: 'All grants that name it. Those over its run stay.' },
} as const
type Scope = keyof typeof SCOPES

/** For whoever comes with an id in hand and no row to find it in: names what to revoke, and goes on to the dry run. */
export function RevokeAny({ tenant }: { tenant: string }) {
  const [open, setOpen] = useState(false)
  const [scope, setScope] = useState<Scope>('principal')
  const [target, setTarget] = useState<Target | null>(null)
  const close = useRefreshing(() => {
    setOpen(false)
    setTarget(null)
  })
  return (
    <DialogRoot open={open} onOpenChange={(next) => (next ? setOpen(true) : close())}>
      <DialogTrigger asChild>
        <Button>Revoke…</Button>
      </DialogTrigger>
      {target ? (
        <RevokeContent tenant={tenant} target={target} onClose={close} />
      ) : (
        <DialogContent title="Revoke by id" description={`in ${tenant}`}>
          <form
            className="contents"
            onSubmit={(e) => {
              e.preventDefault()
              const id = String(new FormData(e.currentTarget).get('id'))
                .trim()
                .replace(/^artifact:/, '')
              if (id !== '') setTarget({ scope, id })
            }}
          >
            <DialogBody className="space-y-4">
              <div className="space-y-1">
                <Segmented
                  label="What"
                  value={scope}
                  onChange={setScope}
                  options={(Object.keys(SCOPES) as Scope[]).map((key) => ({ key, label: SCOPES[key].label }))}
                />
                <p className="text-ink-2 text-xs">{SCOPES[scope].says}</p>
              </div>
              <Field label={`Id of the ${scope}`}>
                {(c) => <Input {...c} exact name="id" required maxLength={140} autoComplete="off" />}
              </Field>
            </DialogBody>
            <DialogFooter note="Nothing changes yet.">
              <Button onClick={close}>Cancel</Button>
              <Button type="submit" variant="primary">
                Count what it would end
              </Button>
            </DialogFooter>
          </form>
        </DialogContent>
      )}
    </DialogRoot>
  )
}
