import Link from 'next/link'
import { IdText } from '@/components/ui/chip'
import { cx } from '@/components/ui/cx'
import { bytes, count, utc, utcClock, utcDate } from '@/components/ui/format'
import { Status } from '@/components/ui/status'
import type { RowProps } from '@/components/ui/virtual-table'
import type { ArtifactRow } from '@/lib/protocol/admin'
import { CoverageCell } from './coverage-cell'

const CELL = 'h-11 px-2 py-1 align-middle first:pl-4 last:pr-4 sm:first:pl-7 sm:last:pr-3.5'
const SECOND = 'block whitespace-nowrap text-ink-3 text-xs'

/**
 * One artifact. A click beside its id peeks; the id itself leads to its page. Where the list is narrow, by the
 * window or by the peek beside it, the columns that say how much was captured go below the id.
 */
export function Row({
  row,
  peeked,
  owner,
  href,
  onPeek,
  props,
}: {
  row: ArtifactRow
  peeked: boolean
  owner: boolean
  href: string
  onPeek: () => void
  props: RowProps
}) {
  const gone = row.state === 'deleted'
  return (
    <tr
      {...props}
      data-artifact={row.artifact_id}
      aria-current={peeked || undefined}
      onClick={(e) => {
        if (!(e.target as Element).closest('a, button')) onPeek()
      }}
      className={cx(
        'cursor-pointer border-line border-b focus-visible:outline-offset-[-2px]',
        peeked ? 'bg-selected shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-hover',
      )}
    >
      <td className={cx(CELL, '@max-2xl:w-full @max-2xl:max-w-0')}>
        <Link href={href} title={row.artifact_id} className="whitespace-nowrap text-ink hover:underline">
          <IdText id={row.artifact_id} strike={gone} />
        </Link>
        <span className={cx(SECOND, 'max-w-[24ch] truncate')}>
          {row.derived && 'derived, '}
          {row.source_id}
        </span>
        {owner && (
          <span className={cx(SECOND, 'max-w-[24ch] truncate')}>
            of <b className="font-medium text-ink-2">{row.tenant_id}</b>
          </span>
        )}
        <span className="block @2xl:hidden">
          <CoverageCell row={row} />
          <span className={cx(SECOND, '@md:hidden')}>observed {utc(row.observed_at)}</span>
        </span>
      </td>
      <td className={cx(CELL, 'hidden w-full max-w-0 @2xl:table-cell')}>
        <CoverageCell row={row} />
      </td>
      <td className={cx(CELL, 'hidden @xl:table-cell')}>
        <Status word={row.status} />
      </td>
      <td className={CELL}>
        <span className="block @xl:hidden">
          <Status word={row.status} />
        </span>
        <Status word={row.state} />
      </td>
      <td className={cx(CELL, 'hidden text-right @md:table-cell')}>
        <span className="font-value text-xs">{row.records === null ? 'opaque' : count(row.records)}</span>
        <span className={SECOND}>{row.bytes === null ? 'fields withheld' : bytes(row.bytes)}</span>
      </td>
      <td className={cx(CELL, 'hidden text-right @md:table-cell')}>
        <time dateTime={row.observed_at} title={new Date(row.observed_at).toISOString()} className="whitespace-nowrap">
          <span className="font-value text-xs">{utcClock(row.observed_at)}</span>
          <span className={SECOND}>{utcDate(row.observed_at)}</span>
        </time>
      </td>
    </tr>
  )
}

/** `narrow`: what the column holds where the list has no room for both. */
const HEADS: { name: string; origin: string; narrow?: { name: string; origin: string }; className?: string }[] = [
  { name: 'Artifact', origin: 'and its source' },
  { name: 'Coverage', origin: 'declared', className: 'hidden @2xl:table-cell' },
  { name: 'Completeness', origin: 'declared', className: 'hidden @xl:table-cell' },
  {
    name: 'State',
    origin: 'by the service',
    narrow: { name: 'Completeness, state', origin: 'declared, by the service' },
  },
  { name: 'Records', origin: 'counted', className: 'hidden text-right @md:table-cell' },
  { name: 'Observed', origin: 'declared, UTC', className: 'hidden text-right @md:table-cell' },
]

/** Each head says who says so: the publisher declared it, or the service keeps or counted it. */
export function Heads() {
  return (
    <thead className="sticky top-0 z-10 bg-canvas shadow-[inset_0_-1px_0_var(--line-strong)]">
      <tr aria-rowindex={1}>
        {HEADS.map(({ name, origin, narrow, className }) => (
          <th
            key={name}
            scope="col"
            {...(name === 'Observed' && { 'aria-sort': 'descending' as const })}
            className={cx(
              'h-11 whitespace-nowrap px-2 font-medium text-ink-2 text-xs first:pl-4 last:pr-4 sm:first:pl-7 sm:last:pr-3.5',
              className,
            )}
          >
            {narrow && <Head {...narrow} className="@xl:hidden" />}
            <Head name={name} origin={origin} className={narrow && '@max-xl:hidden'} />
          </th>
        ))}
      </tr>
    </thead>
  )
}

const Head = ({ name, origin, className }: { name: string; origin: string; className?: string | undefined }) => (
  <span className={cx('block', className)}>
    {name}
    {name === 'Observed' && <span aria-hidden="true"> ▾</span>}
    <span className="block font-normal text-2xs text-ink-3">{origin}</span>
  </span>
)
