'use client'
import { useState } from 'react'
import { Field, Input, Textarea } from '@/components/ui/field'
import type { ApiProblem } from '@/lib/client/request'
import type { Revocation } from '@/lib/protocol/authority'
import { confirmationOf, DERIVED, type Target } from './words'

type Derived = Revocation['derived']

/** Why, what becomes of what was derived, and the target typed out. `onReady` says whether the form may be sent. */
export function ConfirmRevoke({
  target,
  derived,
  onDerived,
  onReady,
  problem,
}: {
  target: Target
  derived: Derived
  onDerived: (derived: Derived) => void
  onReady: (ready: boolean) => void
  problem: ApiProblem | null
}) {
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const expected = confirmationOf(target)
  const change = (next: { reason?: string; typed?: string }) => {
    const now = { reason, typed, ...next }
    setReason(now.reason)
    setTyped(now.typed)
    onReady(now.reason.trim() !== '' && now.typed.trim() === expected)
  }
  return (
    <div className="space-y-4">
      <h3 className="font-semibold text-sm">Confirm</h3>
      <Field
        label="Reason, kept in the audit log"
        error={problem?.errors?.find((e) => e.pointer === '/reason')?.detail}
      >
        {(c) => (
          <Textarea
            {...c}
            name="reason"
            required
            maxLength={500}
            autoFocus
            value={reason}
            onChange={(e) => change({ reason: e.target.value })}
          />
        )}
      </Field>
      <fieldset className="space-y-1">
        <legend className="text-ink-2 text-xs">What was derived from it</legend>
        {(Object.keys(DERIVED) as Derived[]).map((key) => (
          <label key={key} className="flex items-baseline gap-2 py-0.5 text-sm touch:py-2">
            <input type="radio" name="derived" value={key} checked={derived === key} onChange={() => onDerived(key)} />
            <span>
              <b className="font-medium">{DERIVED[key].label}.</b>{' '}
              <span className="text-ink-2">{DERIVED[key].says}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        label={
          <>
            Type <b className="font-semibold font-value text-ink">{expected}</b>
            {expected !== target.id && ', the end of its id,'} to confirm
          </>
        }
      >
        {(c) => (
          <Input
            {...c}
            exact
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(e) => change({ typed: e.target.value })}
          />
        )}
      </Field>
      <div className="space-y-2 border border-line border-l-2 border-l-line-strong px-3 py-2 text-ink-2 text-xs">
        <p>
          <b className="font-semibold text-ink">Until every process acknowledges,</b> this reads draining. Once it reads
          drained, no process hands over another byte under these grants.
        </p>
        <p>
          <b className="font-semibold text-ink">What it cannot do:</b> bytes already handed to the network are not
          recalled.
        </p>
      </div>
    </div>
  )
}
