'use client'
import Link from 'next/link'
import { visible } from '@/components/artifact/visible-text'
import { selectorWords } from '@/components/artifact/words'
import { EventJson } from '@/components/audit/event-json'
import { aboutWhom, actWords, type Event, outcome } from '@/components/audit/words'
import { IdChip } from '@/components/ui/chip'
import { utcClock, utcDate, utcExact } from '@/components/ui/format'
import { Glyph, type GlyphName } from '@/components/ui/glyph'
import { STATUS } from '@/components/ui/status'
import { TONE } from '@/components/ui/tone'
import type { AuditItem } from '@/lib/protocol/audit'

/** One moment of a run. The day stands where it changes; the row opens to the event as it is logged. */
export function Moment({
  item,
  before,
  tenant,
  open,
  onOpen,
  onWho,
}: {
  item: AuditItem
  before: string | null
  tenant: string
  open: boolean
  onOpen: (open: boolean) => void
  onWho: ((actor: string) => void) | undefined
}) {
  const { event, actor_name } = item
  const { glyph, tone } = STATUS[outcome(event).word]
  const who = visible(actor_name ?? event.actor)
  const newDay = before === null || utcDate(before) !== utcDate(event.at)
  return (
    <li data-event={event.event_id} className="border-line border-b last:border-b-0">
      {newDay && (
        <p className="border-line border-b bg-sunken px-3.5 py-1 font-medium text-ink-3 text-xs">
          {utcDate(event.at)}, UTC
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 px-3.5 py-1.5 sm:flex-nowrap sm:items-start hover:bg-hover">
        <button
          type="button"
          aria-expanded={open}
          aria-label={`Event at ${utcClock(event.at)}: ${who} ${actWords(event)}`}
          title={new Date(event.at).toISOString()}
          onClick={() => onOpen(!open)}
          className="flex min-h-6 touch:min-h-11 shrink-0 items-center gap-2 font-value text-ink-2 text-xs hover:text-ink"
        >
          <span aria-hidden="true" className="w-2">
            {open ? '▾' : '▸'}
          </span>
          {utcExact(event.at).slice(11, 23)}
        </button>
        <Glyph name={glyph as GlyphName} className={`sm:mt-[5px] ${TONE[tone].mark}`} />
        <p className="flex min-h-6 w-full min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1 pl-4 [overflow-wrap:anywhere] sm:w-auto sm:flex-1 sm:pl-0">
          <span>
            {onWho ? (
              <button type="button" className="font-medium hover:underline" onClick={() => onWho(event.actor)}>
                {who}
              </button>
            ) : (
              <span className="font-medium">{who}</span>
            )}{' '}
            {actWords(event)}
          </span>
          <About event={event} />
        </p>
      </div>
      {open && (
        <div className="px-3.5 pb-3">
          <EventJson item={item} />
          <p className="mt-1.5 text-xs">
            <Link
              className="link"
              href={`/audit?${new URLSearchParams({ tenant, run: event.run_id ?? '', peek: event.event_id })}`}
            >
              In the log, with its proof
            </Link>
          </p>
        </div>
      )}
    </li>
  )
}

/** What it was done to, how much of it, what for, and why it was refused. */
function About({ event }: { event: Event }) {
  const { why } = outcome(event)
  const detail = (event.detail ?? {}) as Record<string, unknown>
  const whom = aboutWhom(event)
  return (
    <>
      {event.artifact_id ? (
        <IdChip id={event.artifact_id} href={`/artifacts/${encodeURIComponent(event.artifact_id)}`} />
      ) : (
        whom && <IdChip id={whom} what="the principal’s id" />
      )}
      {detail.selector !== undefined && detail.selector !== null && (
        <span className="font-value text-ink-2 text-xs">{selectorWords(detail.selector)}</span>
      )}
      <span className="text-ink-3 text-xs">
        {[event.purpose && `for ${event.purpose}`, why].filter(Boolean).join('; ')}
      </span>
    </>
  )
}
