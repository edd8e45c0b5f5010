import type { Generator } from './generator'
import { manifest } from './holdfast'
import type { UploadResult } from './jobs'
import { median } from './statistics'

export type PublishWork = {
  name: string
  /** Path of the content that is sent, made unique for each upload. */
  content: string
  format: 'ndjson' | 'bytes'
  /** Uploads one after the other in one round. */
  times: number
}

export type Taker =
  | { name: 'holdfast'; port: number; key: string }
  | { name: 'file'; folder: string }
  | { name: 'registry'; port: number }

export type PublishMedians = { ms: number; commitMs: number | null; lessCommitMs: number | null; all: UploadResult[] }

let serial = 0

/** One round: `times` uploads of contents that differ, each answered with the hash of what was sent. */
export async function publishRound(generator: Generator, work: PublishWork, taker: Taker): Promise<UploadResult[]> {
  const results: UploadResult[] = []
  for (let i = 0; i < work.times; i++) {
    // Written over the first bytes: another number in the first record, or other noise.
    const unique = `${work.format === 'ndjson' ? '{"id":' : ''}${String(++serial).padStart(7, '1')}`
    results.push(await publishOnce(generator, work, taker, unique))
  }
  return results
}

/** @param unique what to write over the beginning; empty: the content as it is */
export function publishOnce(
  generator: Generator,
  work: Pick<PublishWork, 'content' | 'format'>,
  taker: Taker,
  unique: string,
): Promise<UploadResult> {
  const { content } = work
  if (taker.name === 'file') return generator.run({ job: 'file', content, unique, folder: taker.folder })
  const upload = { job: 'upload', kind: taker.name, port: taker.port, content, unique } as const
  return generator.run(
    taker.name === 'holdfast'
      ? { ...upload, key: taker.key, manifest: manifest(`call-${++serial}`, work.format) }
      : { ...upload, repository: 'bench' },
  )
}

export function publishMedians(all: UploadResult[]): PublishMedians {
  const timed = all.every((r) => r.commitMs !== null)
  return {
    ms: median(all.map((r) => r.ms)),
    commitMs: timed ? median(all.map((r) => r.commitMs!)) : null,
    lessCommitMs: timed ? median(all.map((r) => r.ms - r.commitMs!)) : null,
    all,
  }
}
