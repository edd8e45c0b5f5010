'use client'
import { type Choices, holds } from '@/components/ui/command-list'
import { FilterPicker as Picker } from '@/components/ui/filter-picker'
import { WINDOW_NAMES } from '@/components/ui/window'
import { type Filters, STATES, STATUSES } from './filters'

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
      ...WINDOW_NAMES.map((within) => ({
        words: `observed within the last ${within}`,
        change: { within, observed_from: null, observed_to: null },
      })),
      { words: 'observed between…', change: 'between' as const },
    ],
  },
]

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
  const apply = (change: Partial<Filters>) => {
    onApply(change)
    onOpenChange(false)
  }
  const sought = text.trim()
  const choices = (between: () => void): Choices => [
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
          onSelect: () => (change === 'between' ? between() : apply(change)),
        })),
    })),
  ]
  return (
    <Picker
      open={open}
      onOpenChange={onOpenChange}
      text={text}
      onText={onText}
      placeholder="a run, tool, source, or something to find"
      choices={choices}
      onBetween={(observed_from, observed_to) => apply({ within: null, observed_from, observed_to })}
    />
  )
}
