'use client'
import { Command } from 'cmdk'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { Kbd } from '@/components/ui/kbd'
import { PopoverContent, PopoverRoot, PopoverTrigger } from '@/components/ui/popover'
import { type Filters, STATES, STATUSES, WINDOWS } from './filters'

const ITEM =
  'flex min-h-7 touch:min-h-11 cursor-pointer items-center gap-2 rounded-1 px-2 text-sm data-[selected=true]:bg-selected'
const GROUP =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-0.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3'

/** What a typed text can be, in the order in which it is most often meant. */
const TEXTS = [
  { name: 'q', label: 'find exactly (id, hash, tool call, locator)' },
  { name: 'run', label: 'run is' },
  { name: 'tool', label: 'tool is' },
  { name: 'source', label: 'source is' },
] as const

/** What the text can be comes first, in its order; words that do not hold the text are left out. */
function rank(value: string, text: string): number {
  const kind = TEXTS.findIndex(({ name }) => value === `text ${name}`)
  if (kind >= 0) return 1 - kind / 100
  return value.includes(text.trim().toLowerCase()) ? 0.5 : 0
}

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
      <PopoverContent label="Add a filter" className="w-80 p-1.5">
        {between ? (
          <Between onApply={apply} />
        ) : (
          <Command label="Filter" loop filter={rank}>
            <Command.Input
              value={text}
              onValueChange={onText}
              placeholder="a run, tool, source, or something to find"
              className="h-8 touch:h-11 w-full border-line border-b bg-transparent px-2 text-sm outline-none placeholder:text-ink-3"
            />
            <Command.List className="max-h-80 overflow-y-auto pt-1">
              {sought !== '' &&
                TEXTS.map(({ name, label }) => (
                  <Command.Item
                    key={name}
                    forceMount
                    value={`text ${name}`}
                    onSelect={() => apply({ [name]: sought })}
                    className={ITEM}
                  >
                    <span className="shrink-0 text-ink-2">{label}</span>
                    <span className="truncate font-medium font-value text-xs">{sought}</span>
                  </Command.Item>
                ))}
              <Command.Group heading="State" className={GROUP}>
                {STATES.map((state) => (
                  <Command.Item
                    key={state}
                    value={`state is ${state}`}
                    onSelect={() => apply({ state })}
                    className={ITEM}
                  >
                    state is <b className="font-medium">{state}</b>
                  </Command.Item>
                ))}
              </Command.Group>
              <Command.Group heading="Completeness" className={GROUP}>
                {STATUSES.map((status) => (
                  <Command.Item
                    key={status}
                    value={`completeness is ${status}`}
                    onSelect={() => apply({ status })}
                    className={ITEM}
                  >
                    completeness is <b className="font-medium">{status}</b>
                  </Command.Item>
                ))}
              </Command.Group>
              <Command.Group heading="Observed" className={GROUP}>
                {(Object.keys(WINDOWS) as (keyof typeof WINDOWS)[]).map((within) => (
                  <Command.Item
                    key={within}
                    value={`observed within the last ${within}`}
                    onSelect={() => apply({ within, observed_from: null, observed_to: null })}
                    className={ITEM}
                  >
                    observed within the last <b className="font-medium">{within}</b>
                  </Command.Item>
                ))}
                <Command.Item value="observed between" onSelect={() => setBetween(true)} className={ITEM}>
                  observed between…
                </Command.Item>
              </Command.Group>
            </Command.List>
          </Command>
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
      className="space-y-3 p-2"
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
