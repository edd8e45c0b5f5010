'use client'
import { middle } from '@/components/ui/middle'
import { windowWords } from '@/components/ui/window'
import { FilterChip } from './filter-chip'
import { FilterPicker } from './filter-picker'
import type { Filters } from './filters'

const TEXT_FILTERS = [
  { name: 'run', label: 'run', verb: 'is' },
  { name: 'tool', label: 'tool', verb: 'is' },
  { name: 'source', label: 'source', verb: 'is' },
  { name: 'q', label: 'id, hash, call or locator', verb: 'is' },
] as const

/** The filters that hold, each removable, and the way to another. */
export function FilterBar({
  filters,
  tenant,
  change,
  picker,
}: {
  filters: Filters
  tenant: string
  change: (change: Partial<Filters>) => void
  picker: { open: boolean; text: string; setOpen: (open: boolean) => void; setText: (text: string) => void }
}) {
  const edit = (text: string) => {
    picker.setText(text)
    picker.setOpen(true)
  }
  const absolute = filters.observed_from || filters.observed_to
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <FilterChip name="tenant" verb="is">
        <span className="font-value">{tenant}</span>
      </FilterChip>
      {filters.shared && (
        <FilterChip name="owned" verb="by" onEdit={() => edit('')} onRemove={() => change({ shared: null })}>
          others, shared with us
        </FilterChip>
      )}
      {TEXT_FILTERS.map(({ name, label, verb }) => {
        const value = filters[name]
        return (
          value && (
            <FilterChip
              key={name}
              name={label}
              verb={verb}
              onEdit={() => edit(value)}
              onRemove={() => change({ [name]: null })}
            >
              <span className="font-value" title={value}>
                {middle(value, 24, 8)}
              </span>
            </FilterChip>
          )
        )
      })}
      {filters.state && (
        <FilterChip name="state" verb="is" onEdit={() => edit('')} onRemove={() => change({ state: null })}>
          {filters.state}
        </FilterChip>
      )}
      {filters.status && (
        <FilterChip name="completeness" verb="is" onEdit={() => edit('')} onRemove={() => change({ status: null })}>
          {filters.status}
        </FilterChip>
      )}
      {absolute ? (
        <FilterChip
          name="observed"
          verb="within"
          onEdit={() => edit('')}
          onRemove={() => change({ observed_from: null, observed_to: null, within: null })}
        >
          {windowWords(filters.observed_from, filters.observed_to)}
        </FilterChip>
      ) : (
        filters.within && (
          <FilterChip name="observed" verb="within" onEdit={() => edit('')} onRemove={() => change({ within: null })}>
            the last {filters.within}
          </FilterChip>
        )
      )}
      <FilterPicker
        open={picker.open}
        onOpenChange={(open) => {
          picker.setOpen(open)
          if (!open) picker.setText('')
        }}
        text={picker.text}
        onText={picker.setText}
        onApply={change}
      />
    </div>
  )
}
