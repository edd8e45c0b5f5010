'use client'
import { useSession, useTenant } from '@/components/shell/session'
import { type Choices, holds } from '@/components/ui/command-list'
import { FilterPicker } from '@/components/ui/filter-picker'
import { WINDOW_NAMES } from '@/components/ui/window'
import { EVENT_ID } from '@/lib/protocol/ids'
import type { Filters } from './filters'
import { ADMINISTRATIVE, KIND_WORDS, KINDS } from './words'

/** What a typed text can be, in the order in which it is most often meant. */
const TEXTS = [
  { name: 'q', label: 'id or reason contains' },
  { name: 'actor', label: 'principal is' },
  { name: 'artifact', label: 'artifact is' },
  { name: 'run', label: 'run is' },
  { name: 'operation', label: 'operation is' },
  { name: 'reason', label: 'reason is' },
  { name: 'request_id', label: 'request is' },
] as const

type Words = { words: string; aside?: string; change: Partial<Filters> | 'between' }
const WORDS: { heading: string; items: Words[] }[] = [
  {
    heading: 'What happened',
    items: [
      { words: 'disclosures', change: { kind: 'disclosure', decision: 'allow' } },
      { words: 'refusals', change: { kind: null, decision: 'refuse' } },
      { words: 'administrative acts', change: { kind: ADMINISTRATIVE.join(), decision: null } },
      { words: 'looks at this log', change: { kind: 'audit_read,audit_export', decision: null } },
    ],
  },
  {
    heading: 'Window',
    items: [
      ...WINDOW_NAMES.map((within) => ({
        words: `within the last ${within}`,
        change: { within, from: null, to: null },
      })),
      { words: 'between…', change: 'between' as const },
    ],
  },
]
const KIND_ITEMS: Words[] = KINDS.map((kind) => ({
  words: `kind is ${kind}`,
  aside: KIND_WORDS[kind],
  change: { kind },
}))

export function EventPicker({
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
  const { me } = useSession()
  const tenant = useTenant()
  const apply = (change: Partial<Filters>) => {
    onApply(change)
    onOpenChange(false)
  }
  const sought = text.trim()
  const purposes = me?.tenants.find((t) => t.tenant_id === tenant)?.purposes ?? []
  const choices = (between: () => void): Choices => {
    const item = ({ words, aside, change }: Words) => ({
      key: words,
      label: words,
      ...(aside && { aside: <span className="text-ink-3 text-xs">{aside}</span> }),
      onSelect: () => (change === 'between' ? between() : apply(change)),
    })
    const holding = (items: Words[]) =>
      items.filter(({ words, aside }) => holds(`${words} ${aside ?? ''}`, text)).map(item)
    const event = EVENT_ID.test(sought)
    return [
      {
        heading: null,
        items: event
          ? [{ key: 'event', label: 'Open the event', aside: sought, onSelect: () => apply({ peek: sought }) }]
          : [],
      },
      ...WORDS.map(({ heading, items }) => ({ heading, items: holding(items) })),
      {
        heading: sought === '' || event ? null : 'Your text',
        items:
          sought === '' || event
            ? []
            : TEXTS.map(({ name, label }) => ({
                key: name,
                label,
                aside: <span className="font-medium font-value text-xs">{sought}</span>,
                onSelect: () => apply({ [name]: sought }),
              })),
      },
      {
        heading: 'Purpose',
        items: holding(purposes.map((purpose) => ({ words: `purpose is ${purpose}`, change: { purpose } }))),
      },
      { heading: 'Kind', items: holding(KIND_ITEMS) },
      {
        heading: 'Log',
        items: me?.operator ? holding([{ words: 'log is the instance’s own', change: { log: 'instance' } }]) : [],
      },
    ]
  }
  return (
    <FilterPicker
      open={open}
      onOpenChange={onOpenChange}
      text={text}
      onText={onText}
      placeholder="a principal, artifact, run, request, or a word"
      choices={choices}
      onBetween={(from, to) => apply({ within: null, from, to })}
    />
  )
}
