import { randomInt } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt, type JWK } from 'jose'
import type { VerifyResponse } from '@/lib/protocol/read'
import { EXIT } from './exit'
import { Failure } from './failure'
import { send, sendJson, textOf } from './request'
import type { Target } from './target'

/** One check and how it went. */
export type Line = { name: string; ok: boolean; detail: string }
export type Service = VerifyResponse

export type Evidence = {
  jws: string
  jwks: { keys: JWK[] }
  content: AsyncIterable<Uint8Array> | undefined
  proof: unknown
  /** What the service itself refused for integrity. */
  failed: Line[]
}

/**
 * Fetches what the offline verifier needs. Refusals of authority end the command; a refusal for integrity is a result.
 *
 * @param jwks a key set that was obtained elsewhere; null for the one the server publishes
 */
export async function gather(target: Target, id: string, jwks: { keys: JWK[] } | null): Promise<Evidence> {
  const path = `/api/v1/artifacts/${id}`
  const failed: Line[] = []
  const jws = await textOf(await send(target, { method: 'GET', path: `${path}/descriptor.jws` }))
  const keys =
    jwks ??
    (await sendJson<{ keys: JWK[] }>({ ...target, key: null }, { method: 'GET', path: '/.well-known/jwks.json' })).value
  const chunk = someChunk(jws)
  const proof =
    chunk === null
      ? undefined
      : await integrity(failed, 'chunk proof', async () => {
          const { value } = await sendJson(target, { method: 'POST', path: `${path}/proof`, json: { chunk } })
          return value
        })
  const content = await integrity(failed, 'content hash', async () =>
    untilCut(await send(target, { method: 'GET', path: `${path}/content`, headers: { Accept: '*/*' } })),
  )
  return { jws, jwks: keys, content, proof, failed }
}

/** Asks the service to read every stored byte. It quarantines the artifact if they are not the referenced ones. */
export async function askToVerify(target: Target, id: string): Promise<{ line: Line; answer: Service | null }> {
  const failed: Line[] = []
  const answer = await integrity(failed, 'service', async () => {
    const { value } = await sendJson<Service>(target, {
      method: 'POST',
      path: `/api/v1/artifacts/${id}/verify`,
    })
    return value
  })
  if (!answer) return { line: failed[0]!, answer: null }
  const { verified, method, computed, checked_at } = answer
  const detail = verified
    ? `read all ${computed.bytes} stored bytes at ${checked_at} (${method})`
    : `what is stored has ${computed.content_hash}, ${computed.bytes} bytes`
  return { line: { name: 'service', ok: verified, detail }, answer }
}

export async function saveEvidence(folder: string, evidence: Evidence): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'descriptor.jws'), `${evidence.jws}\n`)
  await writeFile(join(folder, 'jwks.json'), `${JSON.stringify(evidence.jwks)}\n`)
  // A proof reveals a chunk of the content.
  if (evidence.proof !== undefined)
    await writeFile(join(folder, 'proof.json'), `${JSON.stringify(evidence.proof)}\n`, { mode: 0o600 })
}

async function integrity<T>(failed: Line[], name: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure) || error.exit !== EXIT.integrity) throw error
    failed.push({ name, ok: false, detail: `the service refused: ${error.facts.detail ?? error.facts.title}` })
    return undefined
  }
}

/** Any chunk will do; which is not known before. Null for content of no bytes. */
function someChunk(jws: string): number | null {
  try {
    const { integrity: facts } = decodeJwt<{ integrity?: { chunks?: unknown } }>(jws.trim())
    const chunks = facts?.chunks
    return typeof chunks === 'number' && chunks >= 1 ? randomInt(Math.min(chunks, 2 ** 31)) : null
  } catch {
    return null
  }
}

/** A body that breaks off is compared as far as it came: its length and its hash then say what is wrong. */
async function* untilCut(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* body
  } catch {}
}
