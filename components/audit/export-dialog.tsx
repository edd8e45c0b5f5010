'use client'
import { useState } from 'react'
import { CommandBlock } from '@/components/start/command-block'
import { Button, buttonClass } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { Fact, Facts } from '@/components/ui/facts'
import { count } from '@/components/ui/format'
import { Segmented } from '@/components/ui/segmented'
import { windowWords } from '@/components/ui/window'
import { exportHref } from '@/lib/client/audit'
import { EXPORT_ROWS } from '@/lib/protocol/audit'
import { NAMES } from './filter-bar'
import { type Filters, frozen, PASSED, toQuery } from './filters'

const VERIFY = `holdfast verify-audit log.jsonl \\
  --checkpoint kept.notes --key jwks.json`

/** What matches, as a file that says itself which filter, window, number of rows and digest it has. */
export function ExportDialog({ filters, tenant, asOf }: { filters: Filters; tenant: string; asOf: number }) {
  const [format, setFormat] = useState<'jsonl' | 'csv'>('jsonl')
  const still = frozen(filters, tenant, asOf)
  const given = PASSED.filter((name) => still[name])
  return (
    <DialogRoot>
      <DialogTrigger asChild>
        <Button>Export…</Button>
      </DialogTrigger>
      <DialogContent
        title="Export the log"
        description="Oldest first, up to a signed checkpoint. The export is logged before its first byte."
      >
        <DialogBody className="space-y-4">
          <Facts>
            <Fact name="Filter">
              {given.length === 0 ? (
                'none: every event you may see'
              ) : (
                <ul>
                  {given.map((name) => (
                    <li key={name} className="break-all">
                      {NAMES[name]} <code className="text-xs">{still[name]}</code>
                    </li>
                  ))}
                </ul>
              )}
            </Fact>
            <Fact name="Window">
              {still.from || still.to ? `${windowWords(still.from, still.to)} UTC` : 'all of the log'}
            </Fact>
            <Fact name="At most">{count(EXPORT_ROWS)} events; the trailer says whether more match</Fact>
          </Facts>
          <Segmented
            label="Format"
            value={format}
            onChange={setFormat}
            options={[
              { key: 'jsonl', label: 'JSONL' },
              { key: 'csv', label: 'CSV' },
            ]}
          />
          {format === 'jsonl' ? (
            <div className="space-y-1.5">
              <p className="text-ink-2">
                Verifies without this service. The first line has filter and window; the last one rows, truncation and
                the SHA-256 of every byte before it. Without its last line it is not whole.
              </p>
              <CommandBlock text={VERIFY} what="the command" />
            </div>
          ) : (
            <p className="text-ink-2">
              For spreadsheets: filter, window, rows, truncation and digest are lines that begin with #. It does not
              verify.
            </p>
          )}
        </DialogBody>
        <DialogFooter note="Export nothing that you must not keep: what left is not recalled.">
          <a
            className={buttonClass({ variant: 'primary' })}
            href={exportHref(toQuery(still, tenant, asOf), format)}
            download
          >
            Download {format === 'jsonl' ? 'JSONL' : 'CSV'}
          </a>
        </DialogFooter>
      </DialogContent>
    </DialogRoot>
  )
}
