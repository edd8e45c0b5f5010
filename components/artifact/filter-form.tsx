'use client'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Textarea } from '@/components/ui/field'
import { plural } from '@/components/ui/format'
import type { Problem } from '@/lib/protocol/problem'
import { spaced } from './properties'
import { visible } from './visible-text'

/** More names than this are read in the records themselves. */
const NAMES = 24

/** Which records to find: a CQL2 filter, and the names that it can use. An empty one ends the query. */
export function FilterForm({
  filter,
  total,
  names,
  fault,
  onQuery,
}: {
  filter: string | null
  total: number
  names: string[]
  /** Why the filter that was asked for has no answer, where the fault is in the filter. */
  fault: Problem | null
  onQuery: (filter: string | null) => void
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState({ of: filter, text: filter ?? '' })
  // The address may change without this form: back, forward, a range that is read instead.
  if (draft.of !== filter) setDraft({ of: filter, text: filter ?? '' })
  const write = (text: string) => setDraft({ of: filter, text })

  const query = (e?: FormEvent) => {
    e?.preventDefault()
    onQuery(draft.text.trim() || null)
  }
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.key !== 'Enter' || e.shiftKey || e.nativeEvent.isComposing) return
    e.preventDefault()
    query()
  }
  const insert = (name: string) => {
    const area = field.current!
    const { selectionStart: start, selectionEnd: end, value } = area
    area.setRangeText(spaced(name, value.slice(0, start), value.slice(end)), start, end, 'end')
    write(area.value)
    area.focus()
  }
  return (
    <form onSubmit={query} noValidate className="min-w-0 flex-1 basis-80 space-y-1.5">
      <Field
        label="Filter (CQL2)"
        hint={`Over all ${plural(total, 'record')}. Enter asks, Shift+Enter begins a line.`}
        error={fault && <Fault problem={fault} />}
      >
        {(control) => (
          <Textarea
            {...control}
            ref={field}
            exact
            rows={2}
            spellCheck={false}
            autoCapitalize="none"
            autoCorrect="off"
            placeholder="severity = 'critical' AND region = 'eu-west'"
            value={draft.text}
            onChange={(e) => write(e.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      {names.length > 0 && (
        <ul aria-label="Properties to insert" className="flex flex-wrap gap-1">
          {names.slice(0, NAMES).map((name) => (
            <li key={name} className="max-w-full">
              <Button size="small" className="max-w-full" onClick={() => insert(name)}>
                <span className="truncate font-value">{visible(name)}</span>
              </Button>
            </li>
          ))}
          {names.length > NAMES && <li className="self-center text-ink-3 text-xs">{names.length - NAMES} more</li>}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Query</Button>
        {filter !== null && (
          <Button variant="quiet" onClick={() => onQuery(null)}>
            End the query
          </Button>
        )}
      </div>
    </form>
  )
}

const Fault = ({ problem }: { problem: Problem }) => (
  <span role="alert" className="[overflow-wrap:anywhere]">
    {visible(problem.errors?.map((e) => e.detail).join(' ') || problem.detail)}{' '}
    <a className="link font-value" href={`/problems/${problem.code}`}>
      {problem.code}
    </a>
  </span>
)
