'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { Field, Input, Select } from '@/components/ui/field'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { ApiProblem } from '@/lib/client/request'
import { addParticipant } from '@/lib/client/runs'
import { fetchPrincipals } from '@/lib/client/tenants'
import type { Run } from '@/lib/protocol/admin'

const OTHER = 'other'

/** Makes an agent or a member take part: it then reads what the run holds, for the run's purposes. */
export function AddParticipant({ run }: { run: Run }) {
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState('')
  const router = useRouter()
  const known = useQuery({
    queryKey: ['principals', run.tenant_id],
    queryFn: ({ signal }) => fetchPrincipals(run.tenant_id, { signal }),
    enabled: open,
  })
  const add = useMutation({
    mutationFn: (principal: string) => addParticipant(run.tenant_id, run.run_id, principal),
    onSuccess: () => {
      setOpen(false)
      router.refresh()
    },
  })
  const problem = [add.error, known.error].find((e) => e instanceof ApiProblem)
  const absent = known.data?.principals.filter((p) => !run.participants.some((r) => r.principal_id === p.id)) ?? []
  const group = (label: string, kind: 'agent' | 'user') => {
    const those = absent.filter((p) => p.kind === kind)
    return (
      those.length > 0 && (
        <optgroup label={label}>
          {those.map((p) => (
            <option key={p.id} value={p.id}>
              {p.name}
            </option>
          ))}
        </optgroup>
      )
    )
  }
  return (
    <DialogRoot
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setChosen('')
        add.reset()
      }}
    >
      <DialogTrigger asChild>
        <Button size="small">Add…</Button>
      </DialogTrigger>
      <DialogContent title="Add a participant" description={`To the run ${run.run_id}`}>
        <form
          className="contents"
          onSubmit={(e) => {
            e.preventDefault()
            const other = String(new FormData(e.currentTarget).get('other') ?? '').trim()
            add.mutate(chosen === OTHER ? other : chosen)
          }}
        >
          <DialogBody className="space-y-4">
            {problem && <ProblemNotice problem={problem} />}
            {known.isPending ? (
              <Skeleton lines={2} what="agents and members" />
            ) : (
              <Field
                label="Who"
                hint={`It reads what the run holds and will hold, for ${run.purposes.join(' and ')}, from then on.`}
              >
                {(c) => (
                  <Select {...c} value={chosen} onChange={(e) => setChosen(e.target.value)} required>
                    <option value="">Choose an agent or a member</option>
                    {group('Agents', 'agent')}
                    {group('People', 'user')}
                    <option value={OTHER}>{known.data?.more ? 'One of the others, by id…' : 'Another, by id…'}</option>
                  </Select>
                )}
              </Field>
            )}
            {chosen === OTHER && (
              <Field label="Principal id">
                {(c) => <Input {...c} exact name="other" required maxLength={64} autoComplete="off" />}
              </Field>
            )}
          </DialogBody>
          <DialogFooter>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" variant="primary" disabled={chosen === '' || add.isPending}>
              Add to the run
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </DialogRoot>
  )
}
