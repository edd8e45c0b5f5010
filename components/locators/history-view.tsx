import Link from 'next/link'
import { IdText } from '@/components/ui/chip'
import { plural } from '@/components/ui/format'
import { Notice } from '@/components/ui/notice'
import { Panel, PanelFooter, PanelHeader } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import type { LocatorMove } from '@/lib/protocol/admin'
import { Lanes } from './lanes'
import { LocatorName } from './locator-name'

/** Which artifact a name meant when. `moves` newest first; `older` when there are more than these. */
export function HistoryView({ moves, older }: { moves: LocatorMove[]; older: boolean }) {
  const newest = moves[0]!
  const before = moves[1]
  const different = before && before.artifact_id !== newest.artifact_id
  const late = moves.flatMap((m) => m.readers.filter((r) => !r.while_current))
  return (
    <div className="space-y-4">
      {newest.until === null && different ? (
        <Notice tone="attention">
          <p>
            Since <Time at={newest.moved_at} show="utc" /> <LocatorName name={newest.locator} /> names a{' '}
            <b className="font-semibold">different observation</b>: <ArtifactLink id={newest.artifact_id} />, no longer{' '}
            <ArtifactLink id={before.artifact_id} />.
          </p>
          <p className="text-ink-2">
            {late.length > 0
              ? `${plural(late.length, 'read')} came after a move and still got the artifact that its reference names: nothing was overwritten.`
              : 'What it named before is not overwritten: its reference still names it.'}
          </p>
        </Notice>
      ) : (
        <Notice>
          <LocatorName name={newest.locator} /> {newest.until === null ? 'names' : 'named'}{' '}
          <ArtifactLink id={newest.artifact_id} />
          {moves.length === 1 && !older && ' and has never moved'}.
        </Notice>
      )}
      <Panel aria-labelledby="history">
        <PanelHeader
          id="history"
          title="What it named, when"
          hint="oldest first; the axis is the order of events, not a scale of time"
        />
        <Lanes moves={moves} />
        <PanelFooter>
          <Legend />
          <span>
            {older ? 'The latest moves; older ones are on the next page.' : `${plural(moves.length, 'move')} in all.`}
          </span>
        </PanelFooter>
      </Panel>
    </div>
  )
}

const ArtifactLink = ({ id }: { id: string }) => (
  <Link href={`/artifacts/${id}`} title={id} className="link">
    <IdText id={id} />
  </Link>
)

const Legend = () => (
  <ul className="flex flex-wrap gap-x-5 gap-y-1">
    <li className="flex items-center gap-1.5">
      <svg width="22" height="8" aria-hidden="true">
        <rect width="22" height="8" rx="3.5" className="fill-captured" />
        <rect width="11" height="8" className="fill-captured" />
      </svg>
      the name meant it
    </li>
    <li className="flex items-center gap-1.5">
      <svg width="22" height="8" aria-hidden="true">
        <path d="M0 4H22" strokeWidth="1.5" strokeDasharray="1.5 4" className="stroke-neutral-mark" />
      </svg>
      only its reference does
    </li>
    <li className="flex items-center gap-1.5">
      <svg width="8" height="12" aria-hidden="true">
        <rect x="1" y="1" width="5" height="10" rx="1" className="fill-ink" />
      </svg>
      read while named
    </li>
    <li className="flex items-center gap-1.5">
      <svg width="8" height="12" aria-hidden="true">
        <rect
          x="1"
          y="1"
          width="5"
          height="10"
          rx="1"
          strokeWidth="1.5"
          className="fill-surface stroke-attention-mark"
        />
      </svg>
      read after the move
    </li>
  </ul>
)
