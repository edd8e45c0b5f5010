'use client'
import { useState } from 'react'
import { Button } from './button'
import { Field, Input } from './field'

/** Two instants in UTC, half-open. Either may be left out: null. */
export function Between({ onApply }: { onApply: (from: string | null, to: string | null) => void }) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const instant = (local: string) => (local === '' ? null : `${local.length === 16 ? `${local}:00` : local}Z`)
  const backwards = from !== '' && to !== '' && from >= to
  return (
    <form
      className="space-y-3 p-3"
      onSubmit={(e) => {
        e.preventDefault()
        if (!backwards) onApply(instant(from), instant(to))
      }}
    >
      <Field label="From, UTC, included">
        {(c) => (
          <Input
            {...c}
            type="datetime-local"
            step={1}
            value={from}
            onChange={(e) => setFrom(e.target.value)}
            autoFocus
          />
        )}
      </Field>
      <Field label="To, UTC, excluded" error={backwards && 'The end must be after the start.'}>
        {(c) => <Input {...c} type="datetime-local" step={1} value={to} onChange={(e) => setTo(e.target.value)} />}
      </Field>
      <Button type="submit" variant="primary" disabled={(from === '' && to === '') || backwards} className="w-full">
        Apply
      </Button>
    </form>
  )
}
