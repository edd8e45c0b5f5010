import type { Caller } from '@/lib/authority/principal'
import type { ObjectWriter } from '@/lib/blobs/object'
import { writeObject } from '@/lib/blobs/object-writer'
import type { Deps } from '@/lib/deps'
import { faultOf } from '@/lib/fault'
import { reference } from '@/lib/protocol/ids'
import { makeId } from '@/lib/protocol/make-id'
import { isProblem, ProblemError } from '@/lib/protocol/problem'
import type { Manifest, PublishResponse } from '@/lib/protocol/publish'
import { renderJson } from '@/lib/protocol/raw-json'
import { csvTypes, typedColumns } from '@/lib/records/csv-types'
import type { InspectJob } from '@/lib/records/inspection'
import type { Column } from '@/lib/records/shape'
import { registeredDocument } from '@/lib/schemas/find'
import { admit, type Publisher } from './admit'
import { type Artifact, hashText, schemaReport, toArtifactRef } from './artifact'
import { callKey, manifestCommitment } from './call'
import { type Commit, commitArtifact, type Parent } from './commit'
import { startDeadline } from './deadline'
import { discarding } from './discarding-writer'
import { type Earlier, findEarlier, repeat } from './earlier'
import { type Ingested, ingest } from './ingest'
import { admitInputs } from './inputs'
import { loadArtifact } from './load'
import { previewOf } from './preview'

/** From here on larger chunks are cheaper to stream and their proofs still small (docs/architecture.md). */
const LARGE_BYTES = 8 * 2 ** 20
const CHUNK = { small: 16_384, large: 65_536 }

export type PublishInput = {
  manifest: Manifest
  content: AsyncIterable<Uint8Array>
  /** Of the part or the encoding; used when the manifest names none. */
  contentMediaType?: string | undefined
  /** Length of the transport's body, if it says one: only chooses the chunk size. */
  sizeHint?: number | undefined
}

export type Published = { created: boolean; artifact: Artifact; rawBody: string; commitMs?: number }

/**
 * Publishes a result: one pass over the content, the object durable, then one transaction, then the reference exists.
 * Killed at any point before: nothing visible, and the sweep removes what was written.
 *
 * @returns `rawBody`, the response text, with previewed records exactly as captured; `created` false for a repeat;
 *   `commitMs`, how long the transaction took, where there was one.
 * @throws ProblemError call_conflict, gone, content_mismatch, format_invalid, payload_too_large, upload_incomplete,
 *   storage_full, …
 */
export async function publishStream(rt: Deps, caller: Caller, input: PublishInput): Promise<Published> {
  const { manifest: m } = input
  // Asked at the same time as the right to publish; what it finds is used only behind that.
  const found = caller.kind === 'agent' ? findEarlier(rt, callKey(caller.tenantId, m)) : Promise.resolve(null)
  found.catch(() => {})
  const publisher = await admit(rt, caller, m)
  return publishAs(rt, publisher, { ...input, found, parents: admitInputs(rt, publisher, m) })
}

/**
 * Publishes for whoever was admitted.
 *
 * @param input.completeness of what the service computes itself: what it found, asked for once the content has ended
 */
export async function publishAs(
  rt: Deps,
  publisher: Publisher,
  input: PublishInput & {
    found: Promise<Earlier | null>
    parents: Promise<Parent[]>
    completeness?: () => Manifest['completeness']
  },
): Promise<Published> {
  const executed = input.completeness !== undefined
  let m = input.manifest
  const [parents, registered, earlier] = await Promise.all([
    input.parents,
    registeredDocument(rt, publisher.tenantId, m.schema_version),
    input.found,
  ])
  const mediaType = m.media_type ?? input.contentMediaType
  const size = m.content_length ?? input.sizeHint ?? 0
  const chunkSize = size >= LARGE_BYTES ? CHUNK.large : CHUNK.small
  const limits = {
    chunkSize,
    maxBytes: rt.config.limits.artifactBytes,
    // A repeat is read as the first one was: what was registered only since then says nothing of it.
    schema: earlier?.artifact.schemaStatus === 'unregistered' ? null : registered,
    openThread: (job: InspectJob) => rt.scans.open(publisher.principalId, job),
  }
  const deadline = startDeadline(rt)
  const content = deadline.within(input.content)

  if (earlier) {
    // A repeat writes nothing: the bytes are only counted and hashed, to tell whether they are the same.
    const same = await ingest(content, discarding(chunkSize), m, mediaType, limits)
    if (input.completeness) m = { ...m, completeness: input.completeness() }
    return answerEarlier(rt, earlier, m, same)
  }

  const id = makeId('art')
  const { key: dataKey, kept } = rt.keystore.createDataKey(id)
  let writer: ObjectWriter | null = null
  let ingested: Ingested
  try {
    writer = await writeObject({ store: rt.store, key: id, artifactId: id, dataKey, chunkSize })
    ingested = await ingest(content, writer, m, mediaType, limits)
    if (input.completeness) m = { ...m, completeness: input.completeness() }
    compare(m, ingested)
    await kept
    deadline.check()
  } catch (error) {
    // The key ends first, so that it is not made behind its own destruction.
    await kept.catch(() => {})
    await discard(rt, id, writer)
    throw isStorageFull(error)
      ? new ProblemError('storage_full', 'The object store has no room left. Nothing was kept.')
      : error
  }
  const began = performance.now()
  const result = await commit(rt, publisher, {
    id,
    m,
    executed,
    ingested,
    parents,
    mediaType: mediaType ?? null,
    dataKey,
  })
  if ('earlier' in result) {
    await discard(rt, id)
    return answerEarlier(rt, result.earlier, m, ingested)
  }
  const commitMs = performance.now() - began
  return { created: true, artifact: result.artifact, rawBody: bodyOf(result.artifact, ingested), commitMs }
}

/**
 * The transaction, with an honest answer when its outcome is unknown: a connection lost at COMMIT may have committed, so
 * the object stays until the database says otherwise. Repeating the publish settles it either way.
 */
async function commit(
  rt: Deps,
  publisher: Publisher,
  c: Commit,
): Promise<{ artifact: Artifact } | { earlier: Earlier }> {
  const key = callKey(publisher.tenantId, c.m)
  let made: boolean
  try {
    made = await commitArtifact(rt, publisher, c)
  } catch (error) {
    if (isProblem(error) || wasRefused(error)) {
      await discard(rt, c.id)
      throw error
    }
    // The call can have one row: if it is another's, ours will never be.
    const earlier = await findEarlier(rt, key).catch(() => null)
    if (!earlier) throw error
    return earlier.artifact.id === c.id ? { artifact: earlier.artifact } : { earlier }
  }
  // Whatever fails from here on fails behind the commit, and takes nothing away.
  return made ? { artifact: await loadArtifact(rt, c.id) } : { earlier: (await findEarlier(rt, key))! }
}

/**
 * The database answered, and the answer was no: data (22), constraint (23), rollback (40, but for 40003, whose outcome is
 * unknown), syntax or rights (42).
 */
const wasRefused = (error: unknown): boolean =>
  /^(22|23|40(?!003)|42)[0-9A-Z]{3}$/.test(String((error as { code?: unknown } | null)?.code))

async function answerEarlier(rt: Deps, earlier: Earlier, m: Manifest, same: Ingested) {
  repeat(earlier, { contentHash: same.facts.contentHash, commitment: await manifestCommitment(rt, m) })
  const columns = await columnsOf(rt, earlier.artifact, same.columns)
  return { created: false, artifact: earlier.artifact, rawBody: bodyOf(earlier.artifact, { ...same, columns }) }
}

/** With the types that the earlier publish gave them: another one of the same call may have come before the schema did. */
async function columnsOf(rt: Deps, artifact: Artifact, columns: Column[] | null): Promise<Column[] | null> {
  if (columns === null) return null
  const registered = artifact.schemaStatus !== 'unregistered'
  const document = registered ? await registeredDocument(rt, artifact.tenantId, artifact.schemaVersion) : null
  return typedColumns(
    columns.map((c) => c.name),
    csvTypes(document),
  )
}

function bodyOf(artifact: Artifact, ingested: Ingested): string {
  const body: PublishResponse = {
    artifact: toArtifactRef(artifact),
    reference: reference(artifact.id),
    schema: schemaReport(artifact, ingested.validated?.first ?? null),
    preview: previewOf(artifact, ingested.head, ingested.columns),
  }
  return renderJson(body)
}

/** Declared is compared with counted; any difference and nothing is kept. */
function compare(m: Manifest, { facts, records }: Ingested): void {
  const errors = [
    m.content_hash !== undefined &&
      m.content_hash !== hashText(facts.contentHash) && {
        pointer: '/manifest/content_hash',
        detail: `the bytes have ${hashText(facts.contentHash)}`,
      },
    m.content_length !== undefined &&
      m.content_length !== facts.bytes && {
        pointer: '/manifest/content_length',
        detail: `${facts.bytes} bytes arrived`,
      },
    m.completeness.records !== undefined &&
      m.completeness.records !== records && {
        pointer: '/manifest/completeness/records',
        detail:
          records === null
            ? 'opaque bytes have no records: write null or leave it out'
            : `${records} records were counted`,
      },
  ].filter((e) => e !== false)
  if (errors.length > 0)
    throw new ProblemError('content_mismatch', errors.map((e) => `${e.pointer}: ${e.detail}`).join('; '), { errors })
}

/**
 * Removes what was written for an artifact that will not be: its key first, without which the rest is noise. What cannot be
 * removed now is left to the sweep; that it could not is logged, and hides nothing of why it had to go.
 */
async function discard(rt: Deps, id: string, writer: ObjectWriter | null = null): Promise<void> {
  for (const step of [() => rt.keystore.destroyDataKey(id), () => writer?.abort(), () => rt.store.delete(id)])
    try {
      await step()
    } catch (error) {
      rt.log('discard.failed', { artifact_id: id, ...faultOf(error) })
    }
}

const isStorageFull = (e: unknown) => (e as { code?: string } | null)?.code === 'storage_full'
