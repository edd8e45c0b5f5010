import Link from 'next/link'
import { IdText } from '@/components/ui/chip'
import { cx } from '@/components/ui/cx'
import { plural, utc } from '@/components/ui/format'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { LocatorMove } from '@/lib/protocol/admin'
import { type Lane, timeline } from './timeline'

const pct = (fraction: number): string => `${Math.round((2 + fraction * 96) * 100) / 100}%`

/**
 * One lane an artifact: a solid bar while the name meant it, a dotted line afterwards, when its reference still does. A
 * filled tick is a read while it was current, an open one a read after the name had moved away.
 */
export function Lanes({ moves }: { moves: LocatorMove[] }) {
  const { lanes } = timeline(moves)
  const ordered = moves.toSorted((a, b) => Date.parse(a.moved_at) - Date.parse(b.moved_at))
  return (
    <ol className="divide-y divide-line">
      {lanes.map((lane) => {
        const move = ordered[lane.move]!
        return (
          <li
            key={`${move.artifact_id} ${move.moved_at}`}
            className={cx(
              'grid gap-x-5 gap-y-1 px-3.5 py-3 md:grid-cols-[260px_minmax(0,1fr)]',
              lane.named.current && 'bg-selected shadow-[inset_2px_0_0_var(--accent)]',
            )}
          >
            <div className="min-w-0 space-y-0.5">
              <p className="flex flex-wrap items-center gap-x-2">
                <Link href={`/artifacts/${move.artifact_id}`} title={move.artifact_id} className="link">
                  <IdText id={move.artifact_id} strike={move.state === 'deleted'} />
                </Link>
                {lane.named.current && <b className="font-semibold text-xs">named now</b>}
              </p>
              <p className="text-ink-3 text-xs">
                observed <Time at={move.observed_at} show="utc" />
              </p>
              <Status word={move.state} className="text-xs" />
            </div>
            <div className="min-w-0">
              <LaneBar lane={lane} move={move} />
              <p className="mt-1.5 text-ink-2 text-xs">
                Named from <Time at={move.moved_at} show="exact" />, by {move.moved_by.name},{' '}
                {move.until ? (
                  <>
                    until <Time at={move.until} show="exact" />
                  </>
                ) : (
                  'and still'
                )}
                .
              </p>
              <Reads lane={lane} />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function LaneBar({ lane, move }: { lane: Lane; move: LocatorMove }) {
  const { start, end, current } = lane.named
  const label = `The name meant ${move.artifact_id} from ${utc(move.moved_at)} ${
    move.until ? `until ${utc(move.until)}` : 'until now'
  }; ${plural(lane.reads.length, 'read')}`
  return (
    <svg role="img" aria-label={label} width="100%" height="26" className="block overflow-visible">
      <title>{label}</title>
      {!current && (
        <line
          x1={pct(end)}
          x2="100%"
          y1="13"
          y2="13"
          strokeWidth="1.5"
          strokeDasharray="1.5 4"
          className="stroke-neutral-mark"
        />
      )}
      <svg aria-hidden="true" x={pct(start)} width={`${(end - start) * 96}%`} height="26" className="overflow-visible">
        <rect y="8" width="100%" height="10" rx="4" className="fill-captured" />
        <rect y="8" width="50%" height="10" rx=".5" className="fill-captured" />
      </svg>
      {lane.reads.map(({ at, read }) => (
        <rect
          key={read.disclosure_id}
          x={pct(at)}
          y="2"
          width="7"
          height="22"
          rx="1"
          strokeWidth="1.5"
          className={read.while_current ? 'fill-ink stroke-surface' : 'fill-surface stroke-attention-mark'}
        />
      ))}
    </svg>
  )
}

/** Reads in words, newest first; those after the move are what a path could not have given. */
function Reads({ lane }: { lane: Lane }) {
  if (lane.reads.length === 0) return <p className="text-ink-3 text-xs">Not read since it was named.</p>
  const newest = lane.reads.toReversed()
  return (
    <ul className="mt-1 space-y-0.5 text-xs">
      {newest.slice(0, 5).map(({ read }) => (
        <li key={read.disclosure_id} className="flex flex-wrap items-center gap-x-2">
          <svg viewBox="0 0 8 12" width="8" height="12" aria-hidden="true">
            <rect
              x="1.5"
              y="1"
              width="5"
              height="10"
              rx="1"
              strokeWidth="1.5"
              className={read.while_current ? 'fill-ink stroke-ink' : 'fill-surface stroke-attention-mark'}
            />
          </svg>
          <Time at={read.at} show="exact" />
          <span className="font-medium">{read.name}</span>
          {read.while_current ? (
            <span className="text-ink-2">read it while the name meant it</span>
          ) : (
            <span className="text-attention-text">read it by reference, after the name had moved</span>
          )}
          <code className="text-ink-3" title={read.disclosure_id}>
            {read.disclosure_id.slice(0, 12)}…
          </code>
        </li>
      ))}
      {newest.length > 5 && (
        <li className="text-ink-3">
          {plural(newest.length - 5, 'earlier read')} {newest.length === 6 ? 'is' : 'are'} drawn above.
        </li>
      )}
    </ul>
  )
}
