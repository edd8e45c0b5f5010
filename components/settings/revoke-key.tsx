'use client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { ApiProblem } from '@/lib/client/request'
import { revokeKey } from '@/lib/client/tenants'
import type { Key } from '@/lib/protocol/admin'

/** Ends a key. What that does, and what it cannot do, is said before. */
export function RevokeKey({ item }: { item: Key }) {
  const [open, setOpen] = useState(false)
  const router = useRouter()
  const revoke = useMutation({
    mutationFn: () => revokeKey(item.tenant_id, item.key_id),
    onSuccess: () => {
      setOpen(false)
      router.refresh()
    },
  })
  return (
    <DialogRoot open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button size="small" aria-label={`Revoke ${item.prefix}`}>
          Revoke…
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`Revoke the key of ${item.name}`}
        description={<code className="text-xs">{item.prefix}…</code>}
      >
        <DialogBody className="space-y-2">
          {revoke.error instanceof ApiProblem && <ProblemNotice problem={revoke.error} />}
          <p>From then on no read is decided for this key, on any process. Other keys of the same name keep working.</p>
          <p className="text-ink-2">
            <b className="font-semibold text-ink">What it cannot do:</b> bytes already handed out are not recalled. A
            revoked key stays in this list.
          </p>
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="danger" disabled={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke the key
          </Button>
        </DialogFooter>
      </DialogContent>
    </DialogRoot>
  )
}
