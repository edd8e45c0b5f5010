import { BarRow, Swatch } from '@/components/ui/bar'
import { CopyMark } from '@/components/ui/copy-button'
import { plural } from '@/components/ui/format'
import type { Scan } from '@/lib/protocol/read'
import { partsOf, segmentsOf } from './tally'
import { visible } from './visible-text'

/** What was asked, as the service understood it, and what became of every record. */
export function QueryTally({ scan, filter }: { scan: Scan; filter: string }) {
  const parts = partsOf(scan)
  const of = `Of ${plural(scan.total, 'record')}`
  return (
    <>
      <BarRow
        name="Under the filter"
        value={of.toLowerCase()}
        label={`${of}: ${parts.map((p) => p.words).join(', ')}`}
        segments={segmentsOf(parts)}
      />
      <ul aria-label={`${of}, under the filter`} className="flex flex-wrap gap-x-4 gap-y-1 py-1 text-xs sm:pl-[122px]">
        {parts.map((p) => (
          <li key={p.kind} className="inline-flex items-center gap-1.5">
            <Swatch kind={p.kind} />
            {p.words}
          </li>
        ))}
      </ul>
      <p className="flex items-start gap-1 py-1 text-xs sm:pl-[122px]">
        <span className="sr-only">The filter as it was understood: </span>
        <code className="min-w-0 pt-1 [overflow-wrap:anywhere]">{visible(filter)}</code>
        <CopyMark text={filter} what="the filter as it was understood" />
      </p>
    </>
  )
}
