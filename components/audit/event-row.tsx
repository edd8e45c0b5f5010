import { visible } from '@/components/artifact/visible-text'
import { IdText } from '@/components/ui/chip'
import { cx } from '@/components/ui/cx'
import { count, utcDate, utcExact } from '@/components/ui/format'
import { Status } from '@/components/ui/status'
import type { RowProps } from '@/components/ui/virtual-table'
import type { AuditItem } from '@/lib/protocol/audit'
import { aboutWhom, actWords, outcome } from './words'

const CELL = 'h-11 px-2 py-1 align-middle first:pl-4 last:pr-4 sm:first:pl-7 sm:last:pr-3.5'
const SECOND = 'truncate text-ink-3 text-xs'

/** One event. The whole row peeks; under 640 px what it was about goes below what was done. */
export function EventRow({
  item,
  peeked,
  onPeek,
  props,
}: {
  item: AuditItem
  peeked: boolean
  onPeek: () => void
  props: RowProps
}) {
  const { event, actor_name, position } = item
  const { word, says, why } = outcome(event)
  const about = event.artifact_id ?? aboutWhom(event) ?? event.run_id ?? null
  return (
    <tr
      {...props}
      data-event={event.event_id}
      aria-current={peeked || undefined}
      onClick={(e) => {
        if (!(e.target as Element).closest('a, button')) onPeek()
      }}
      className={cx(
        'cursor-pointer border-line border-b focus-visible:outline-offset-[-2px]',
        peeked ? 'bg-selected shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-hover',
      )}
    >
      <td className={CELL}>
        <button type="button" onClick={onPeek} title={event.at} className="whitespace-nowrap text-left hover:underline">
          <span className="font-value text-xs">
            {utcExact(event.at).slice(11, 19)}
            <span className="hidden sm:inline">{utcExact(event.at).slice(19)}</span>
          </span>
          <span className={cx(SECOND, 'block')}>{utcDate(event.at)}</span>
        </button>
      </td>
      <td className={cx(CELL, 'hidden max-w-44 sm:table-cell')}>
        <span className="block truncate">{visible(actor_name ?? event.actor)}</span>
        {actor_name !== null && (
          <span className={cx(SECOND, 'block')} title={event.actor}>
            <IdText id={event.actor} />
          </span>
        )}
      </td>
      <td className={cx(CELL, 'w-full max-w-0')}>
        <span className="block truncate sm:hidden">{visible(actor_name ?? event.actor)}</span>
        <span className="block font-medium sm:truncate">{actWords(event)}</span>
        <span className={cx(SECOND, 'block')} title={about ?? undefined}>
          {about && <IdText id={about} />}
          {event.artifact_id && event.run_id && <span className="hidden xl:inline"> in {event.run_id}</span>}
        </span>
        <span className="block text-ink-3 text-xs sm:hidden">{why}</span>
      </td>
      <td className={cx(CELL, 'max-w-36 sm:max-w-60')}>
        <Status word={word}>{says}</Status>
        <span className={cx(SECOND, 'hidden sm:block')} title={why || undefined}>
          {why}
        </span>
      </td>
      <td className={cx(CELL, 'hidden font-value text-xs lg:table-cell')}>{event.purpose ?? ''}</td>
      <td className={cx(CELL, 'hidden text-right font-value text-xs md:table-cell')}>
        {position === null ? <span className="text-ink-3">waiting</span> : count(position)}
      </td>
    </tr>
  )
}

const HEADS: { name: string; origin: string; className?: string }[] = [
  { name: 'When', origin: 'UTC, the database’s clock' },
  { name: 'Who', origin: 'by its credential', className: 'hidden sm:table-cell' },
  { name: 'What', origin: 'and about what' },
  { name: 'Outcome', origin: 'by which rule, or why' },
  { name: 'Purpose', origin: 'as asked for', className: 'hidden lg:table-cell' },
  { name: 'Position', origin: 'in the log', className: 'hidden text-right md:table-cell' },
]

export function EventHeads() {
  return (
    <thead className="sticky top-0 z-10 bg-canvas shadow-[inset_0_-1px_0_var(--line-strong)]">
      <tr aria-rowindex={1}>
        {HEADS.map(({ name, origin, className }) => (
          <th
            key={name}
            scope="col"
            {...(name === 'When' && { 'aria-sort': 'descending' as const })}
            className={cx(
              'h-11 whitespace-nowrap px-2 font-medium text-ink-2 text-xs first:pl-4 last:pr-4 sm:first:pl-7 sm:last:pr-3.5',
              className,
            )}
          >
            {name}
            {name === 'When' && <span aria-hidden="true"> ▾</span>}
            <span className="hidden font-normal text-2xs text-ink-3 sm:block">{origin}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}
