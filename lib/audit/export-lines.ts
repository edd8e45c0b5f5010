import { z } from 'zod'
import { EXPORT_FORMAT } from '@/lib/protocol/audit'
import { cover } from '@/lib/transparency/tree'
import type { AuditEvent } from './event'
import type { LogWalk } from './walk'

const Hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .transform((text) => Buffer.from(text, 'hex'))
const Position = z.int().min(0)

const Header = z.object({
  type: z.literal('header'),
  format: z.literal(EXPORT_FORMAT),
  origin: z.string(),
  shows: z.enum(['all', 'metadata', 'own']),
  filter: z.record(z.string(), z.unknown()),
  checkpoint: z.string(),
})
export type Shows = z.infer<typeof Header>['shows']
const Trailer = z.object({
  type: z.literal('trailer'),
  rows: z.int(),
  truncated: z.boolean(),
  last_event: z.string().nullable(),
  sha256: z.string(),
})
const Line = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('event'),
    position: Position,
    after: z.string().optional(),
    leaf: Hash,
    salt: Hash.optional(),
    withheld: z.array(z.string()).optional(),
    event: z.looseObject({ event_id: z.string(), at: z.string(), kind: z.string(), actor: z.string() }),
  }),
  z.strictObject({ type: z.literal('missing'), position: Position, event_id: z.string(), leaf: Hash }),
  z.strictObject({ type: z.literal('hashes'), from: Position, to: Position, nodes: z.array(Hash).nullable() }),
  z.strictObject({ type: z.literal('node'), level: z.int().min(1).max(52), index: Position, hash: Hash }),
])

export const readHeader = (line: Uint8Array) => Header.safeParse(parse(line)).data ?? null
export const readTrailer = (line: Uint8Array) => Trailer.safeParse(parse(line)).data ?? null

/**
 * Tells the walk what a line says. Returns what it counts as, or null when it is not a line of an export.
 *
 * @param shows whose eyes the export is for: an admin's may lack what decisions about reading asked for, and the salt
 */
export function readLine(line: Uint8Array, walk: LogWalk, shows: Shows): { shown: boolean; elided: number } | null {
  const { data } = Line.safeParse(parse(line))
  if (!data) return null
  switch (data.type) {
    case 'event': {
      const { position, event } = data
      if (!data.salt && (shows !== 'metadata' || event.decision === undefined))
        walk.fault({ kind: 'edited', position, event_id: event.event_id, detail: 'The event has lost its salt.' })
      walk.event({ ...data, event: data.event as AuditEvent, salt: data.salt ?? null })
      return { shown: true, elided: 0 }
    }
    case 'missing':
      walk.gone(data.position, data.event_id, data.leaf)
      return { shown: true, elided: 0 }
    case 'node':
      walk.stored(data, data.hash)
      return { shown: false, elided: 0 }
    case 'hashes': {
      if (data.to <= data.from) return null
      const nodes = cover(data.from, data.to)
      if (data.nodes && data.nodes.length !== nodes.length) return null
      walk.elided(data.from, data.to, data.nodes && nodes.map((node, i) => ({ node, hash: data.nodes![i]! })))
      return { shown: false, elided: data.to - data.from }
    }
  }
}

/** Only what the service would write: a member that is there twice would show one value and be verified by another. */
function parse(line: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line)
    const value: unknown = JSON.parse(text)
    return `${JSON.stringify(value)}\n` === text ? value : undefined
  } catch {
    return undefined
  }
}

/** The lines of a file with their ends, as bytes. The last one may lack its end. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const piece of pieces) {
    let at = 0
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, at)) {
      yield Buffer.concat([...rest, piece.subarray(at, end + 1)])
      rest = []
      at = end + 1
    }
    if (at < piece.length) rest.push(Buffer.from(piece.subarray(at)))
  }
  if (rest.length > 0) yield Buffer.concat(rest)
}
