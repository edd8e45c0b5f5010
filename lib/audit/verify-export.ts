import { createHash } from 'node:crypto'
import type { AuditConsistency, AuditFault } from '@/lib/protocol/audit'
import { type Checkpoint, openCheckpoint, parseCheckpoint } from '@/lib/transparency/checkpoint'
import type { NoteKey } from '@/lib/transparency/note'
import { splitNote } from '@/lib/transparency/note-parts'
import { verifyConsistency } from '@/lib/transparency/proofs'
import { linesOf, readHeader, readLine, readTrailer } from './export-lines'
import { LogWalk } from './walk'

export type ExportCheck = {
  name: 'file' | 'digest' | 'events' | 'checkpoint' | 'signature'
  ok: boolean
  detail: string
}
export type ExportResult = { ok: boolean; checks: ExportCheck[]; faults: AuditFault[]; faultsTotal: number }

/**
 * Verifies a JSONL export without the service: recomputes every leaf that is shown, folds them and the hashes of what is
 * not shown to a root, and holds that against checkpoints. Each event that was edited, removed or put elsewhere is named.
 *
 * @param input.checkpoints notes that were kept elsewhere; null for the one in the file
 * @param input.keys the keys to trust, by name; null when there are none, and no signature is checked
 * @param input.consistency a proof between a checkpoint of another size and this tree
 */
export async function verifyExport(input: {
  file: AsyncIterable<Uint8Array>
  checkpoints: string[] | null
  keys: ((name: string) => NoteKey[]) | null
  consistency?: AuditConsistency
}): Promise<ExportResult> {
  const checks: ExportCheck[] = []
  const check = (name: ExportCheck['name'], ok: boolean, detail: string) => checks.push({ name, ok, detail })
  const lines = linesOf(input.file)
  const first = await lines.next()
  const header = first.done ? null : readHeader(first.value)
  if (!header) {
    check('file', false, 'The first line is not the header of an audit export (JSONL).')
    return { ok: false, checks, faults: [], faultsTotal: 0 }
  }
  const notes = input.checkpoints ?? [header.checkpoint]
  const points = notes.map((note) => pointOf(note, header.origin, input.keys, check)).filter((point) => point !== null)
  const own = unsigned(header.checkpoint)
  const size = own?.size ?? 0
  const walk = new LogWalk([...points, ...(own ? [own] : [])])

  const hash = createHash('sha256').update(first.value!)
  let trailer: ReturnType<typeof readTrailer> = null
  let rows = 0
  let elided = 0
  let number = 1
  for await (const line of lines) {
    number++
    trailer = readTrailer(line)
    if (trailer) break
    hash.update(line)
    const counted = readLine(line, walk, header.shows)
    if (counted === null) walk.fault(unreadable(number))
    else if (counted.shown) rows++
    else elided += counted.elided
  }
  if (trailer && !(await lines.next()).done) walk.fault(unreadable(number + 1, 'stands behind the trailer'))
  const { faults, total, roots } = walk.end(size, trailer?.last_event ?? null)

  const all = Object.keys(header.filter).length === 0 && header.shows !== 'own' && trailer?.truncated === false
  check('file', trailer !== null && trailer.rows === rows && !(all && elided > 0), aboutFile())
  if (trailer) {
    const digest = hash.digest('hex')
    check(
      'digest',
      digest === trailer.sha256,
      digest === trailer.sha256
        ? `sha256:${digest}`
        : `the file has sha256:${digest}, and says sha256:${trailer.sha256}`,
    )
  }
  const partly = walk.withheld > 0 ? `; ${walk.withheld} shown in part, of which only the hash counts` : ''
  check(
    'events',
    total === 0,
    `${walk.recomputed} recomputed${partly}; ${elided} of ${size} not shown${total > 0 ? `; ${total} faults` : ''}`,
  )
  for (const [i, point] of points.entries()) {
    const { ok, detail } = agreement(point, roots[i]!.agrees, roots.at(-1)!, size, input.consistency)
    check('checkpoint', ok, detail)
  }
  return { ok: checks.every((c) => c.ok), checks, faults, faultsTotal: total }

  function aboutFile(): string {
    if (!trailer) return 'The export ends early: its trailer is not there.'
    if (trailer.rows !== rows) return `It holds ${rows} events, and says ${trailer.rows}.`
    if (all && elided > 0) return `It says that nothing was filtered, and ${elided} events are not shown.`
    const filter = Object.keys(header!.filter).length === 0 ? 'no filter' : `filter ${JSON.stringify(header!.filter)}`
    return `${header!.origin}, ${rows} events, ${filter}${trailer.truncated ? ', truncated' : ''}, as the file says`
  }
}

/** A checkpoint of this log, whose signature is good where there are keys. */
function pointOf(
  note: string,
  origin: string,
  keys: ((name: string) => NoteKey[]) | null,
  check: (name: ExportCheck['name'], ok: boolean, detail: string) => void,
): Checkpoint | null {
  const point = unsigned(note)
  if (!point) check('checkpoint', false, 'This is not a checkpoint note.')
  else if (point.origin !== origin)
    check('checkpoint', false, `It is of the log ${point.origin}, and the file of ${origin}.`)
  else if (!keys) return point
  else if (openCheckpoint(note, keys(origin))) {
    check('signature', true, `signed as ${origin} over ${point.size} events`)
    return point
  } else check('signature', false, `The checkpoint over ${point.size} events is not signed by a key that was given.`)
  return null
}

function agreement(
  point: Checkpoint,
  agrees: boolean | null,
  own: { size: number; root: Buffer; agrees: boolean | null },
  size: number,
  proof: AuditConsistency | undefined,
): { ok: boolean; detail: string } {
  const over = `the root over ${point.size} events`
  if (agrees !== null) return { ok: agrees, detail: agrees ? `leads to ${over}` : `does not lead to ${over}` }
  if (!proof || own.size !== size)
    return {
      ok: false,
      detail: `${over} cannot be computed from this file of ${size}; give --consistency, the answer of GET /api/v1/audit/consistency`,
    }
  const [from, to] = point.size < size ? [point, own] : [own, point]
  const path = proof.path.map((hash) => Buffer.from(hash, 'hex'))
  const ok = own.agrees === true && verifyConsistency(from.size, to.size, from.root, to.root, path)
  return { ok, detail: ok ? `is consistent with ${over}` : `is not shown to be consistent with ${over}` }
}

const unsigned = (note: string): Checkpoint | null => parseCheckpoint(splitNote(note)?.text ?? '')

const unreadable = (number: number, what = 'is not a line of an export'): AuditFault => ({
  kind: 'unreadable',
  position: null,
  event_id: null,
  detail: `Line ${number} ${what}.`,
})
