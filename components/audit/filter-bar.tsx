'use client'
import { FilterChip } from '@/components/artifacts/filter-chip'
import { utcClock } from '@/components/ui/format'
import { middle } from '@/components/ui/middle'
import { windowWords } from '@/components/ui/window'
import { EventPicker } from './event-picker'
import { type Filters, PASSED } from './filters'

export const NAMES: Record<(typeof PASSED)[number], string> = {
  kind: 'kind',
  operation: 'operation',
  decision: 'decision',
  actor: 'principal',
  artifact: 'artifact',
  run: 'run',
  purpose: 'purpose',
  reason: 'reason',
  request_id: 'request',
  q: 'id or reason',
}

/** The filters that hold, each removable, the window in words at all times, and the way to another. */
export function FilterBar({
  filters,
  tenant,
  asOf,
  change,
  picker,
}: {
  filters: Filters
  tenant: string
  asOf: number
  change: (change: Partial<Filters>) => void
  picker: { open: boolean; text: string; setOpen: (open: boolean) => void; setText: (text: string) => void }
}) {
  const edit = (text: string) => {
    picker.setText(text)
    picker.setOpen(true)
  }
  const { from, to, within } = filters
  const narrowed = from || to || within
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {filters.log ? (
        <FilterChip name="log" verb="is" onRemove={() => change({ log: null })}>
          the instance’s
        </FilterChip>
      ) : (
        <FilterChip name="tenant" verb="is">
          <span className="font-value">{tenant}</span>
        </FilterChip>
      )}
      <FilterChip
        name="at"
        verb="within"
        onEdit={() => edit('within')}
        {...(narrowed && { onRemove: () => change({ from: null, to: null, within: null }) })}
      >
        {from || to
          ? windowWords(from, to)
          : within
            ? `the last ${within}`
            : `all of the log, up to ${utcClock(new Date(asOf).toISOString())}`}
      </FilterChip>
      {PASSED.map((name) => {
        const value = filters[name]
        return (
          value && (
            <FilterChip
              key={name}
              name={NAMES[name]}
              verb={name === 'q' ? 'contains' : value.includes(',') ? 'is one of' : 'is'}
              onEdit={() => edit(value)}
              onRemove={() => change({ [name]: null })}
            >
              <span className="font-value" title={value}>
                {middle(value, 28, 8)}
              </span>
            </FilterChip>
          )
        )
      })}
      <EventPicker
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
