import { BarRow } from '@/components/ui/bar'
import { Finding } from '@/components/ui/finding'
import { count } from '@/components/ui/format'
import { Origin } from '@/components/ui/origin'
import { Status } from '@/components/ui/status'
import type { CompletenessStatus } from '@/lib/protocol/artifact-ref'
import { QueryTally } from './query-tally'
import type { RecordPage } from './record-page'
import { visible } from './visible-text'
import { range } from './words'

/** Three facts that stay apart: what was captured, how far this scan has come, and the sentence that both justify. */
export function ScanReport({ page, total, status }: { page: RecordPage; total: number; status: CompletenessStatus }) {
  const { scan, conclusion, integrity } = page
  const share = (n: number) => (total === 0 ? 0 : n / total)
  const { chunks } = integrity
  return (
    <div className="mt-3">
      <BarRow
        name="Captured"
        value={`${status}, ${range(0, total)}`}
        label={`Captured, declared ${status}: records ${range(0, total)}`}
        segments={[{ kind: 'captured', start: 0, end: 1 }]}
      />
      {page.filter_text ? (
        <QueryTally scan={scan} filter={page.filter_text} />
      ) : (
        <BarRow
          name="Examined"
          value={`${scan.status}, ${range(scan.examined.start, scan.examined.end)}`}
          label={`Examined, ${scan.status}: records ${range(scan.examined.start, scan.examined.end)} of ${count(total)}`}
          segments={[
            { kind: 'rest', start: 0, end: 1 },
            { kind: 'examined', start: share(scan.examined.start), end: share(scan.examined.end) },
          ]}
        />
      )}
      <Finding className="mt-2" saysNothingAbout={silence(conclusion.bounds.says_nothing_about)}>
        {visible(conclusion.statement)}
      </Finding>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-3 text-xs">
        <Status word={scan.status}>
          {SCAN[scan.status]}
          {scan.reason && `: ${scan.reason}`}
        </Status>
        {integrity.verified && (
          <Origin kind="verified">
            {chunks ? `chunks ${range(chunks.start, chunks.end)} of ${count(chunks.total)}` : 'every byte served was'}{' '}
            verified, {integrity.method}
          </Origin>
        )}
      </div>
    </div>
  )
}

const SCAN = {
  completed: 'scan completed',
  more: 'more pages remain',
  interrupted: 'scan interrupted',
}

const silence = (list: string[]): string | undefined =>
  list.length === 0 ? undefined : `Says nothing about ${visible(list.join('; '))}.`
