'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { FilterChip } from '@/components/artifacts/filter-chip'
import { useListKeys } from '@/components/artifacts/use-list-keys'
import { useSession } from '@/components/shell/session'
import { IdText } from '@/components/ui/chip'
import { type Choices, holds } from '@/components/ui/command-list'
import { FilterPicker } from '@/components/ui/filter-picker'
import { type RunFilters, STATES, serializeRunFilters } from './filters'
import { STATE } from './words'

/** The filters of the list, each removable, and its keys: the server draws the rows. */
export function RunFilterBar({ filters, tenant }: { filters: RunFilters; tenant: string }) {
  const router = useRouter()
  const { me } = useSession()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const purposes = me?.tenants.find((t) => t.tenant_id === tenant)?.purposes ?? []
  const change = (next: Partial<RunFilters>) => {
    setOpen(false)
    setText('')
    router.push(`/runs${serializeRunFilters({ ...filters, after: null, ...next })}`)
  }
  const rows = () => [...document.querySelectorAll<HTMLAnchorElement>('a[data-row]')]
  const current = () => rows().indexOf(document.activeElement as HTMLAnchorElement)
  useListKeys({
    filter: () => setOpen(true),
    move: (by) => rows()[Math.min(rows().length - 1, Math.max(0, current() + by))]?.focus(),
    peek: () => {},
    open: () => rows()[current()]?.click(),
    back: () => false,
  })
  const sought = text.trim()
  const choices = (): Choices => {
    const item = (words: string, next: Partial<RunFilters>) => ({
      key: words,
      label: words,
      onSelect: () => change(next),
    })
    return [
      {
        heading: 'State',
        items: STATES.map((state) => [`state is ${STATE[state].says}: ${STATE[state].means}`, state] as const)
          .filter(([words]) => holds(words, text))
          .map(([words, state]) => item(words, { state })),
      },
      {
        heading: 'Purpose',
        items: purposes
          .filter((p) => holds(`purpose is ${p}`, text))
          .map((purpose) => item(`purpose is ${purpose}`, { purpose })),
      },
      {
        heading: sought === '' ? null : 'Your text',
        items:
          sought === ''
            ? []
            : (['principal', 'purpose'] as const).map((name) => ({
                key: name,
                label: `${name} is`,
                aside: <span className="font-medium font-value text-xs">{sought}</span>,
                onSelect: () => change({ [name]: sought }),
              })),
      },
    ]
  }
  return (
    <div className="mb-3 flex flex-wrap items-center gap-1.5">
      <FilterChip name="tenant" verb="is">
        <span className="font-value">{tenant}</span>
      </FilterChip>
      {filters.state && (
        <FilterChip name="state" verb="is" onEdit={() => setOpen(true)} onRemove={() => change({ state: null })}>
          {STATE[filters.state].says}
        </FilterChip>
      )}
      {filters.purpose && (
        <FilterChip name="purpose" verb="is" onEdit={() => setOpen(true)} onRemove={() => change({ purpose: null })}>
          {filters.purpose}
        </FilterChip>
      )}
      {filters.principal && (
        <FilterChip name="principal" verb="is" onRemove={() => change({ principal: null })}>
          <IdText id={filters.principal} />
        </FilterChip>
      )}
      <FilterPicker
        open={open}
        onOpenChange={(next) => {
          setOpen(next)
          if (!next) setText('')
        }}
        text={text}
        onText={setText}
        placeholder="a state, a purpose, or a principal’s id"
        choices={choices}
      />
    </div>
  )
}
