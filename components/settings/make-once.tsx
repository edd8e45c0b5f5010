'use client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { ApiProblem } from '@/lib/client/request'
import { SecretOnce } from './secret-once'

/** What was made: a secret that is shown now and never again. */
export type Made = { title: string; secret: string; what: string; note: ReactNode }

/**
 * Makes something whose secret is shown once: a key, a link. The form becomes the secret; closing the dialog forgets it, and
 * draws the page anew.
 */
export function MakeOnce<Input, Result>({
  label,
  variant,
  title,
  description,
  submit,
  read,
  make,
  made,
  children,
}: {
  label: string
  variant?: 'primary'
  title: string
  description: string
  /** On the button that makes it. */
  submit: string
  read: (form: FormData) => Input
  make: (input: Input) => Promise<Result>
  made: (result: Result) => Made
  /** The fields. `errorAt` says what the service found wrong with one, by its JSON pointer. */
  children: (errorAt: (pointer: string) => string | undefined) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  const router = useRouter()
  const making = useMutation({ mutationFn: make })
  const problem = making.error instanceof ApiProblem ? making.error : null
  const shown = making.data === undefined ? null : made(making.data)
  const change = (next: boolean) => {
    setOpen(next)
    if (next) return
    if (shown) router.refresh()
    making.reset()
  }
  return (
    <DialogRoot open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button {...(variant && { variant })}>{label}</Button>
      </DialogTrigger>
      <DialogContent title={shown ? shown.title : title} description={description}>
        {shown ? (
          <>
            <DialogBody>
              <SecretOnce secret={shown.secret} what={shown.what}>
                <p className="text-ink-2 text-xs">{shown.note}</p>
              </SecretOnce>
            </DialogBody>
            <DialogFooter>
              <Button onClick={() => change(false)}>Close and forget it</Button>
            </DialogFooter>
          </>
        ) : (
          <form
            className="contents"
            onSubmit={(e) => {
              e.preventDefault()
              making.mutate(read(new FormData(e.currentTarget)))
            }}
          >
            <DialogBody className="space-y-4">
              {problem && <ProblemNotice problem={problem} />}
              {children((pointer) => problem?.errors?.find((e) => e.pointer === pointer)?.detail)}
            </DialogBody>
            <DialogFooter>
              <Button onClick={() => change(false)}>Cancel</Button>
              <Button type="submit" variant="primary" disabled={making.isPending}>
                {submit}
              </Button>
            </DialogFooter>
          </form>
        )}
      </DialogContent>
    </DialogRoot>
  )
}
