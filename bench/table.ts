export type Row = {
  work: string
  ours: string
  peer: string
  ratio: string
  goal: string
  /** null: there is no goal, or it could not be measured. */
  met: boolean | null
}

const HEAD = ['work', 'ours', 'peer', 'ratio', 'goal', '']

/** Columns as wide as they need to be. */
export function table(rows: Row[]): string {
  const cells = rows.map((r) => [
    r.work,
    r.ours,
    r.peer,
    r.ratio,
    r.goal,
    r.met === null ? '' : r.met ? 'met' : 'MISSED',
  ])
  const widths = HEAD.map((h, i) => Math.max(h.length, ...cells.map((c) => c[i]!.length)))
  const line = (c: string[]) =>
    c
      .map((text, i) => text.padEnd(widths[i]!))
      .join('  ')
      .trimEnd()
  return [line(HEAD), line(widths.map((w) => '-'.repeat(w))), ...cells.map(line)].join('\n')
}

const digits = (n: number) => (n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toFixed(2))
export const perSecond = (n: number) => `${Math.round(n).toLocaleString('en-US')}/s`
export const megabytes = (bytesPerSecond: number) => `${Math.round(bytesPerSecond / 1e6).toLocaleString('en-US')} MB/s`
export const milliseconds = (n: number) => `${digits(n)} ms`

/** How far we are behind a peer, by what each took or did; at most `goal` times. */
export const behind = (times: number, goal: number | null) => ({
  ratio: `${digits(times)}× behind`,
  goal: goal === null ? '' : `≤ ${goal}× behind`,
  met: goal === null ? null : times <= goal,
})

export const faster = (times: number, goal: number | null) => ({
  ratio: times >= 1 ? `${digits(times)}× faster` : `${digits(1 / times)}× slower`,
  goal: goal === null ? '' : `≥ ${goal}× faster`,
  met: goal === null ? null : times >= goal,
})
