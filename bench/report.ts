import type { PublishMedians } from './publishes'
import type { ReadMedians, Target } from './reads'
import { behind, faster, megabytes, milliseconds, perSecond, type Row } from './table'

export type Reads = Partial<Record<Target['name'], ReadMedians>>
export type Publishes = { holdfast: PublishMedians; file: PublishMedians; registry?: PublishMedians }

const SKIPPED = 'skipped: not installed'
const skipped = (work: string, ours: string, peer: string): Row => ({
  work,
  ours,
  peer: `${peer} ${SKIPPED}`,
  ratio: '',
  goal: '',
  met: null,
})

const OURS = {
  content: 'GET …/content',
  granted: 'GET …/content by a grant of another tenant',
  read: 'POST …/read',
} as const

/** Rows of "4 KiB, 32 connections" and "1 MiB, 32 connections". @param goals how far behind, how much faster */
export function throughputRows(
  name: string,
  reads: Reads,
  goals: { nginx: number; registry: number | null },
  unit: 'requests' | 'bytes',
): Row[] {
  const show = (m: ReadMedians) => (unit === 'requests' ? perSecond(m.perSecond) : megabytes(m.bytesPerSecond))
  return (['content', 'granted', 'read'] as const).flatMap((door) => {
    const ours = reads[door]
    if (!ours) return []
    const work = `${name}, ${OURS[door]}`
    const { nginx, registry } = reads
    return [
      nginx
        ? {
            work,
            ours: show(ours),
            peer: `nginx ${show(nginx)}`,
            ...behind(nginx.perSecond / ours.perSecond, goals.nginx),
          }
        : skipped(work, show(ours), 'nginx'),
      registry
        ? {
            work,
            ours: show(ours),
            peer: `docker-registry ${show(registry)}`,
            ...faster(ours.perSecond / registry.perSecond, goals.registry),
          }
        : skipped(work, show(ours), 'docker-registry'),
    ]
  })
}

/** Median time to the last byte of an answer at one connection. */
export function latencyRows(name: string, reads: Reads, goalMs: number): Row[] {
  return (['content', 'read'] as const).map((door) => {
    const { p50 } = reads[door]!
    return {
      work: `${name}, ${OURS[door]}`,
      ours: milliseconds(p50),
      peer: reads.nginx ? `nginx ${milliseconds(reads.nginx.p50)}` : `nginx ${SKIPPED}`,
      ratio: reads.nginx ? `${(p50 / reads.nginx.p50).toFixed(1)}×` : '',
      goal: `≤ ${goalMs} ms`,
      met: p50 <= goalMs,
    }
  })
}

/** @param less whether the goal is about the time without the database commit, which the server tells (Server-Timing) */
export function publishRows(name: string, p: Publishes, goal: number | null, less: boolean): Row[] {
  const peer = `hash, write, fsync, rename ${milliseconds(p.file.ms)}`
  const whole: Row = {
    work: name,
    ours: milliseconds(p.holdfast.ms),
    peer,
    ...behind(p.holdfast.ms / p.file.ms, less ? null : goal),
  }
  const rows = [whole]
  if (less)
    rows.push({
      work: `${name}, less the commit (${milliseconds(p.holdfast.commitMs!)})`,
      ours: milliseconds(p.holdfast.lessCommitMs!),
      peer,
      ...behind(p.holdfast.lessCommitMs! / p.file.ms, goal),
    })
  rows.push(
    p.registry
      ? {
          work: name,
          ours: milliseconds(p.holdfast.ms),
          peer: `docker-registry ${milliseconds(p.registry.ms)}`,
          ...faster(p.registry.ms / p.holdfast.ms, null),
        }
      : skipped(name, milliseconds(p.holdfast.ms), 'docker-registry'),
  )
  return rows
}
