import { cx } from './cx'

export type Segment = {
  /** Fractions of the axis, half-open: the start is drawn square, the end round. */
  start: number
  end: number
  kind:
    | 'captured'
    | 'examined'
    | 'admitted'
    | 'matched'
    | 'indeterminate'
    | 'incomparable'
    | 'omitted'
    | 'expired'
    | 'not requested'
    | 'rest'
}

const percent = (fraction: number): string => `${Math.round(Math.min(1, Math.max(0, fraction)) * 10_000) / 100}%`

/**
 * One bar on one axis. Captured, examined and admitted are separate bars and never merged into one. `label` says in words
 * what is drawn; `ticks` are matched records, the only orange there is, with the kind `matched`.
 */
export function Bar({
  segments,
  ticks = [],
  label,
  height = 10,
  className,
}: {
  segments: Segment[]
  ticks?: number[]
  label: string
  height?: number
  className?: string
}) {
  return (
    <svg
      role="img"
      aria-label={label}
      width="100%"
      height={height}
      className={cx('block min-w-0 overflow-visible', className)}
    >
      <title>{label}</title>
      {segments.map((s) => (
        <svg
          key={`${s.kind}:${s.start}:${s.end}`}
          aria-hidden="true"
          x={percent(s.start)}
          width={percent(s.end - s.start)}
          height={height}
          className="overflow-hidden"
        >
          <Fill kind={s.kind} height={height} />
        </svg>
      ))}
      {ticks.map((at) => (
        <rect key={at} x={percent(at)} width="2" height={height - 2} className="fill-match" />
      ))}
    </svg>
  )
}

/** How a kind is drawn, beside the words that say what it is. */
export const Swatch = ({ kind }: { kind: Segment['kind'] }) => (
  <svg width="16" height="10" aria-hidden="true" className="shrink-0">
    <Fill kind={kind} height={10} />
  </svg>
)

function Fill({ kind, height }: { kind: Segment['kind']; height: number }) {
  switch (kind) {
    case 'captured':
      return <Interval height={height} className="fill-captured" />
    case 'omitted':
      return <Interval height={height} fill="url(#hatch)" />
    case 'rest':
      return <Interval height={height} className="fill-absent" />
    case 'not requested':
      return <rect width="100%" height={height} fill="url(#dots)" />
    case 'expired':
      return (
        <svg aria-hidden="true" x="0.5" y="0.5" width="100%" height={height} className="overflow-visible">
          <rect
            width="99%"
            height={height - 1}
            rx="2"
            fill="none"
            strokeDasharray="3 2"
            className="stroke-neutral-mark"
          />
        </svg>
      )
    default:
      // A solid base line says that this was looked at; the tint alone would say only that it is there.
      return (
        <>
          <Interval height={height} {...LOOKED_AT[kind]} />
          <rect y={height - 2.5} width="100%" height="2.5" className="fill-examined" />
        </>
      )
  }
}

const LOOKED_AT: Record<'examined' | 'admitted' | 'matched' | 'indeterminate' | 'incomparable', Paint> = {
  examined: { className: 'fill-captured-soft' },
  admitted: { className: 'fill-captured-soft' },
  matched: { className: 'fill-match' },
  indeterminate: { fill: 'url(#hatch)' },
  incomparable: { fill: 'url(#ruled)' },
}

type Paint = { fill?: string; className?: string }

/** Square start, round end: the right half has rounded corners, the left half covers those of the start. */
function Interval({ height, fill, className }: Paint & { height: number }) {
  return (
    <g fill={fill} className={className}>
      <rect width="100%" height={height} rx={height / 2.4} />
      <rect width="50%" height={height} rx=".5" />
    </g>
  )
}

/** A line of the form "Captured ▇▇▇ complete, [0, 12,840)". */
export function BarRow({
  name,
  value,
  ...bar
}: { name: string; value: React.ReactNode } & React.ComponentProps<typeof Bar>) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 py-1 sm:grid-cols-[110px_minmax(0,1fr)_150px]">
      <span className="font-medium text-xs">{name}</span>
      <span className="text-right text-xs text-ink-3 sm:order-last">{value}</span>
      <Bar {...bar} className="col-span-2 sm:col-span-1" />
    </div>
  )
}
