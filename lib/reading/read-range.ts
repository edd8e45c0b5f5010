import type { Release } from '@/lib/authority/disclose'
import type { Deps } from '@/lib/deps'
import { ProblemError } from '@/lib/protocol/problem'
import type { RangeSelector, Scan } from '@/lib/protocol/read'
import { concludeRange } from './conclude-range'
import { bytePage, recordPage } from './page'
import type { PageAnswer, Plan } from './plan'
import { itemsOf } from './shown-items'

/** One page of bytes or records `[start, end)`. */
export async function readRange(rt: Deps, release: Release, selector: RangeSelector, plan: Plan): Promise<PageAnswer> {
  const { artifact } = release
  const inBytes = selector.type === 'byte_range'
  const total = inBytes ? artifact.bytes : artifact.records!
  if (selector.start >= total && !(total === 0 && selector.start === 0))
    throw new ProblemError(
      'range_not_satisfiable',
      `The range starts at ${selector.start}; the artifact has ${total} ${inBytes ? 'bytes' : 'records'}.`,
      { errors: [{ pointer: '/selector/start', detail: `less than ${total}` }] },
    )
  const range = { start: plan.position, end: Math.min(selector.end, total) }
  const page =
    total === 0
      ? nothing(inBytes)
      : inBytes
        ? await bytes(release, range, plan)
        : await records(rt, release, range, plan)
  const done = page.next >= range.end
  const scan: Scan = {
    status: done ? 'completed' : page.interrupted ? 'interrupted' : 'more',
    unit: inBytes ? 'bytes' : 'records',
    examined: { start: selector.start, end: page.next },
    total,
    matched: page.next - selector.start,
    indeterminate: 0,
    incomparable: 0,
    skipped: release.mask ? null : 0,
    ...(page.interrupted && !done && { reason: page.interrupted }),
  }
  return {
    selector,
    ordering: inBytes ? 'byte_offset asc' : 'record_index asc',
    ...page.body,
    returned: page.body.records ? page.body.records.length : page.body.bytes!.end - page.body.bytes!.start,
    scan,
    conclusion: concludeRange(artifact, selector, scan),
    chunks: { ...page.chunks, total: artifact.chunks },
    next: done ? null : page.next,
  }
}

type Body = Pick<PageAnswer, 'records' | 'bytes'>
type Page = {
  body: Body
  next: number
  interrupted: string | null
  chunks: { start: number; end: number; read: number }
}

const nothing = (inBytes: boolean): Page => ({
  body: inBytes ? { bytes: { start: 0, end: 0, total: 0, text: '' } } : { records: [] },
  next: 0,
  interrupted: null,
  chunks: { start: 0, end: 0, read: 0 },
})

async function bytes(release: Release, range: { start: number; end: number }, plan: Plan): Promise<Page> {
  const { bytes, ...page } = await bytePage(release.artifact, await release.open(), range, plan)
  return { body: { bytes }, interrupted: null, ...page }
}

async function records(rt: Deps, release: Release, range: { start: number; end: number }, plan: Plan): Promise<Page> {
  const { artifact, mask } = release
  const reader = await release.open()
  const index = await rt.indexes.open(artifact, reader)
  const page = await recordPage(artifact, reader, index, range, {
    ...plan,
    mask,
    ended: () => (plan.gone?.() ? 'client gone' : null),
  })
  return { body: { records: itemsOf(page.shown) }, ...page }
}
