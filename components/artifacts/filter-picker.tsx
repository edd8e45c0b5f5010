'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { type Choices, CommandList, holds } from '@/components/ui/command-list'
import { Field, Input } from '@/components/ui/field'
import { Kbd } from '@/components/ui/kbd'
import { PopoverContent, PopoverRoot, PopoverTrigger } from '@/components/ui/popover'
import { type Filters, STATES, STATUSES, WINDOWS, type Window } from './filters'

/** What a typed text can be, in the order in which it is most often meant. */
const TEXTS = [
  { name: 'q', label: 'find exactly' },
  { name: 'run', label: 'run is' },
  { name: 'tool', label: 'tool is' },
  { name: 'source', label: 'source is' },
] as const

const WORDS: { heading: string; items: { words: string; change: Partial<Filters> | 'between' }[] }[] = [
  { heading: 'Owner', items: [{ words: 'shared with us', change: { shared: 'true' } }] },
  { heading: 'State', items: STATES.map((state) => ({ words: `state is ${state}`, change: { state } })) },
  {
    heading: 'Completeness',
    items: STATUSES.map((status) => ({ words: `completeness is ${status}`, change: { status } })),
  },
  {
    heading: 'Observed',
    items: [
      ...(Object.keys(WINDOWS) as Window[]).map((within) => ({
        words: `observed within the last ${within}`,
        change: { within, observed_from: null, observed_to: null },
      })),
      { words: 'observed between…', change: 'between' as const },
    ],
  },
]

/** One box: type what is sought and choose what it is, or choose among the words a filter can have. */
export function FilterPicker({
  open,
  onOpenChange,
  text,
  onText,
  onApply,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  text: string
  onText: (text: string) => void
  onApply: (change: Partial<Filters>) => void
}) {
  const [between, setBetween] = useState(false)
  const apply = (change: Partial<Filters>) => {
    onApply(change)
    onOpenChange(false)
  }
  const sought = text.trim()
  const choices: Choices = [
    {
      heading: sought === '' ? null : 'An id, hash, tool call or locator is found exactly',
      items:
        sought === ''
          ? []
          : TEXTS.map(({ name, label }) => ({
              key: name,
              label,
              aside: <span className="font-medium font-value text-xs">{sought}</span>,
              onSelect: () => apply({ [name]: sought }),
            })),
    },
    ...WORDS.map(({ heading, items }) => ({
      heading,
      items: items
        .filter(({ words }) => holds(words, text))
        .map(({ words, change }) => ({
          key: words,
          label: words,
          onSelect: () => (change === 'between' ? setBetween(true) : apply(change)),
        })),
    })),
  ]
  return (
    <PopoverRoot
      open={open}
      onOpenChange={(next) => {
        setBetween(false)
        onOpenChange(next)
      }}
    >
      <PopoverTrigger asChild>
        <Button className="!h-[26px] touch:!h-[42px] text-xs">
          Add filter <Kbd>/</Kbd>
        </Button>
      </PopoverTrigger>
      <PopoverContent label="Add a filter" className="w-80 p-0">
        {between ? (
          <Between onApply={apply} />
        ) : (
          <CommandList
            label="Filter"
            placeholder="a run, tool, source, or something to find"
            text={text}
            onText={onText}
            choices={choices}
          />
        )}
      </PopoverContent>
    </PopoverRoot>
  )
}

/** Two instants in UTC, half-open. Either may be left out. */
function Between({ onApply }: { onApply: (change: Partial<Filters>) => void }) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const instant = (local: string) => (local === '' ? null : `${local.length === 16 ? `${local}:00` : local}Z`)
  const backwards = from !== '' && to !== '' && from >= to
  return (
    <form
      className="space-y-3 p-3"
      onSubmit={(e) => {
        e.preventDefault()
        if (!backwards) onApply({ within: null, observed_from: instant(from), observed_to: instant(to) })
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
