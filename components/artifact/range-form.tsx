'use client'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { count } from '@/components/ui/format'
import { parsePlace } from './byte-rows'

/** Which part to read: from a place, and optionally up to another. Half-open, counted from 0. */
export function RangeForm({
  from,
  to,
  total,
  unit,
  onRead,
}: {
  from: number
  to: number | null
  total: number
  unit: 'records' | 'bytes'
  onRead: (start: number, end: number | null) => void
}) {
  const [start, setStart] = useState(String(from))
  const [end, setEnd] = useState(to === null ? '' : String(to))
  const [error, setError] = useState<{ start?: string; end?: string }>({})
  const one = unit === 'records' ? 'record' : 'byte'

  const submit = (e: FormEvent) => {
    e.preventDefault()
    const first = parsePlace(start)
    const stop = end.trim() === '' ? null : parsePlace(end)
    const wrong: { start?: string; end?: string } = {}
    if (first === null || first >= total)
      wrong.start = total === 0 ? `There are no ${unit}.` : `Write a ${one} from 0 to ${count(total - 1)}.`
    else if (end.trim() !== '' && (stop === null || stop <= first)) wrong.end = `Write a ${one} after ${count(first)}.`
    setError(wrong)
    if (first !== null && !wrong.start && !wrong.end) onRead(first, stop === null ? null : Math.min(stop, total))
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
      <Field label={`From ${one}`} error={error.start} className="w-32 max-sm:min-w-0 max-sm:flex-1">
        {(control) => (
          <Input {...control} exact inputMode="numeric" value={start} onChange={(e) => setStart(e.target.value)} />
        )}
      </Field>
      {unit === 'records' && (
        <Field label="To, not included" error={error.end} className="w-32 max-sm:min-w-0 max-sm:flex-1">
          {(control) => (
            <Input
              {...control}
              exact
              inputMode="numeric"
              placeholder={count(total)}
              value={end}
              onChange={(e) => setEnd(e.target.value)}
            />
          )}
        </Field>
      )}
      <Button type="submit" variant="primary" className="mt-5">
        {unit === 'records' ? 'Read' : 'Go'}
      </Button>
    </form>
  )
}
