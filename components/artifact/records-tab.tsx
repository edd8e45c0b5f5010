'use client'
import { useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { IdChip } from '@/components/ui/chip'
import { CopyButton } from '@/components/ui/copy-button'
import { count, plural } from '@/components/ui/format'
import { Panel, PanelBody, PanelFooter, PanelHeader } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useArtifact } from './artifact-context'
import { FilterForm } from './filter-form'
import { RangeForm } from './range-form'
import { type Asked, readCommand } from './read-command'
import { RecordDetail } from './record-detail'
import { RecordGrid } from './record-grid'
import { columnsOf } from './record-page'
import { problemOf } from './request'
import { SaveResult } from './save-result'
import { ScanReport } from './scan-report'
import { useFilter, useFrom, useOpenRecord, useTo } from './url-state'
import { useProperties } from './use-properties'
import { PAGE_LIMIT, useRecords } from './use-records'
import { useStateChange } from './use-state-change'
import { Withheld } from './withheld'
import { range } from './words'

/** Problems of the filter itself: they are shown at it. */
const OF_FILTER = new Set(['filter_invalid', 'unknown_property'])

/** The records browser: one range or one query, page by page, with what was examined and the sentence that it justifies. */
export function RecordsTab() {
  const { description, id, purpose } = useArtifact()
  const total = description.artifact.completeness.records ?? 0
  const [fromParam, setFrom] = useFrom()
  const [toParam, setTo] = useTo()
  const [filterParam, setFilter] = useFilter()
  const filter = filterParam?.trim() || null
  const [open, setOpen] = useOpenRecord()
  const from = Math.min(Math.max(0, fromParam ?? 0), Math.max(0, total - 1))
  const to = Math.min(Math.max(from + 1, toParam ?? total), Math.max(total, 1))
  const available = description.state === 'available'
  const selector: Asked = filter === null ? { type: 'record_range', start: from, end: to } : { type: 'query', filter }
  const scan = useRecords(selector, available)
  const properties = useProperties(scan.rows)
  const table = useMemo(() => columnsOf(scan.rows), [scan.rows])
  const opened = open === null ? undefined : scan.rows.find((r) => r.index === open)
  const problem = problemOf(scan.error)
  useStateChange(problem)
  const fault = problem && OF_FILTER.has(problem.code) ? problem : null
  const next = scan.last?.scan.examined.end ?? from

  const read = (start: number, end: number | null) => {
    void setOpen(null)
    void setFilter(null)
    void setFrom(start === 0 ? null : start)
    void setTo(end === null || end >= total ? null : end)
  }
  const query = (text: string | null) => {
    read(0, null)
    void setFilter(text)
  }
  if (!available) return <Withheld what="records" />
  return (
    <Panel aria-labelledby="records-title">
      <PanelHeader id="records-title" title="Records" hint="ordered by record_index asc">
        <CopyButton size="small" text={() => readCommand({ origin: location.origin, id, selector, purpose })}>
          Copy as curl
        </CopyButton>
      </PanelHeader>
      <PanelBody className="border-line border-b">
        <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <RangeForm
            key={`${from}-${to}`}
            from={from}
            to={toParam === null ? null : to}
            total={total}
            unit="records"
            onRead={read}
          />
          <FilterForm filter={filter} total={total} names={properties} fault={fault} onQuery={query} />
        </div>
        {total === 0 && <p className="mt-3 text-sm">None exist: the capture holds no records.</p>}
        {scan.last && <ScanReport page={scan.last} total={total} status={description.artifact.completeness.status} />}
        {scan.last && filter !== null && <SaveResult key={filter} filter={filter} />}
        {scan.loading && (
          <Skeleton lines={5} what={filter ? 'the query' : `records ${range(from, Math.min(to, from + PAGE_LIMIT))}`} />
        )}
        {problem && !fault && (
          <div className="mt-3">
            <ProblemNotice
              problem={problem}
              actions={
                problem.code === 'cursor_expired' || problem.code === 'cursor_invalid' ? (
                  <Button onClick={() => (filter ? scan.again() : read(next, toParam))}>
                    {filter ? 'Ask again from the first record' : `Start a new read at record ${count(next)}`}
                  </Button>
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
            {filter
              ? `${plural(scan.rows.length, 'matching record')} returned`
              : `${count(scan.rows.length)} of ${plural(to - from, 'record')} returned`}
            {scan.hasMore ? '' : filter ? ', no more in this artifact' : ', no more in this range'}
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
