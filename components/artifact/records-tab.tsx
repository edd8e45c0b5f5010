'use client'
import { useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { IdChip } from '@/components/ui/chip'
import { count, plural } from '@/components/ui/format'
import { Panel, PanelBody, PanelFooter, PanelHeader } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useArtifact } from './artifact-context'
import { RangeForm } from './range-form'
import { RecordDetail } from './record-detail'
import { RecordGrid } from './record-grid'
import { columnsOf } from './record-page'
import { problemOf } from './request'
import { ScanReport } from './scan-report'
import { useFrom, useOpenRecord, useTo } from './url-state'
import { PAGE_LIMIT, useRecords } from './use-records'
import { useStateChange } from './use-state-change'
import { Withheld } from './withheld'
import { range } from './words'

/** The records browser: one range, page by page, with what was examined and the sentence that it justifies. */
export function RecordsTab() {
  const { description } = useArtifact()
  const total = description.artifact.completeness.records ?? 0
  const [fromParam, setFrom] = useFrom()
  const [toParam, setTo] = useTo()
  const [open, setOpen] = useOpenRecord()
  const from = Math.min(Math.max(0, fromParam ?? 0), Math.max(0, total - 1))
  const to = Math.min(Math.max(from + 1, toParam ?? total), Math.max(total, 1))
  const available = description.state === 'available'
  const scan = useRecords(from, to, available)
  const table = useMemo(() => columnsOf(scan.rows), [scan.rows])
  const opened = open === null ? undefined : scan.rows.find((r) => r.index === open)
  const problem = problemOf(scan.error)
  useStateChange(problem)
  const next = scan.last?.scan.examined.end ?? from

  const read = (start: number, end: number | null) => {
    void setOpen(null)
    void setFrom(start === 0 ? null : start)
    void setTo(end === null || end >= total ? null : end)
  }
  if (!available) return <Withheld what="records" />
  return (
    <Panel aria-labelledby="records-title">
      <PanelHeader id="records-title" title="Records" hint="ordered by record_index asc" />
      <PanelBody className="border-line border-b">
        <RangeForm
          key={`${from}-${to}`}
          from={from}
          to={toParam === null ? null : to}
          total={total}
          unit="records"
          onRead={read}
        />
        {total === 0 && <p className="mt-3 text-sm">None exist: the capture holds no records.</p>}
        {scan.last && <ScanReport page={scan.last} total={total} status={description.artifact.completeness.status} />}
        {scan.loading && <Skeleton lines={5} what={`records ${range(from, Math.min(to, from + PAGE_LIMIT))}`} />}
        {problem && (
          <div className="mt-3">
            <ProblemNotice
              problem={problem}
              actions={
                problem.code === 'cursor_expired' || problem.code === 'cursor_invalid' ? (
                  <Button onClick={() => read(next, toParam)}>Start a new read at record {count(next)}</Button>
                ) : (
                  <Button onClick={() => (scan.last ? scan.more() : scan.again())}>Try again</Button>
                )
              }
            />
          </div>
        )}
      </PanelBody>
      {scan.rows.length > 0 && (
        <RecordGrid
          rows={scan.rows}
          columns={table.columns}
          total={total}
          open={open}
          onOpen={(i) => void setOpen(i)}
        />
      )}
      {scan.last && (
        <PanelFooter>
          <span role="status">
            {count(scan.rows.length)} of {plural(to - from, 'record')} returned
            {scan.hasMore ? '' : ', no more in this range'}
            {table.more > 0 && `; ${plural(table.more, 'more field')} in each record`}
          </span>
          <span className="flex items-center gap-2">
            <IdChip id={scan.last.disclosure_id} what="the disclosure id" />
            {scan.hasMore && (
              <Button onClick={scan.more} disabled={scan.loadingMore}>
                {scan.loadingMore ? `Reading from record ${count(next)}` : 'Next page'}
              </Button>
            )}
          </span>
        </PanelFooter>
      )}
      {open !== null && !opened && scan.last && (
        <PanelBody className="border-line border-t text-sm">
          Record {count(open)} is not among the records read here.{' '}
          {open < total && (
            <Button size="small" onClick={() => read(open, null)}>
              Read from record {count(open)}
            </Button>
          )}
        </PanelBody>
      )}
      {opened && <RecordDetail row={opened} onClose={() => void setOpen(null)} />}
    </Panel>
  )
}
