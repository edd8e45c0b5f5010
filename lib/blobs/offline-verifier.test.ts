import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompactSign, calculateJwkThumbprint, exportJWK, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChunkProof, SignedDescriptor } from '@/lib/protocol/read'
import { openLocalKeystore } from './keystore-local'
import { openFixture } from './object.fixture'
import { DESCRIPTOR_TYPE, verifyOffline } from './offline-verifier'

const content = randomBytes(1_000)
const CHUNK = 300
let directory: string
let fixture: Awaited<ReturnType<typeof openFixture>>
let jws: string
let jwks: { keys: JWK[] }
let descriptor: SignedDescriptor
let proof: ChunkProof
let sign: (payload: string, typ: string) => Promise<string>

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'holdfast-offline-'))
  fixture = await openFixture()
  const { id, facts, reader } = await fixture.put(content, CHUNK)
  descriptor = {
    artifact: {
      artifact_id: id,
      content_hash: `sha256:${facts.contentHash.toString('hex')}`,
      tool_call_id: 'call_1',
      schema_version: null,
      created_at: '2026-11-06T04:40:00.000Z',
      source_version: { source_id: 'logs', snapshot_id: 's1', observed_at: '2026-11-06T04:39:50Z' },
      completeness: { status: 'complete', coverage: {}, records: null, omissions: [] },
      scope: { tenant_id: 'acme', run_id: 'run_1' },
      expires_at: null,
      retrieval: { resolver: 'artifact.read.v1', consistency: 'pinned_snapshot', selectors: ['byte_range'] },
    },
    integrity: {
      chunk_size: CHUNK,
      bytes: facts.bytes,
      chunks: facts.chunks,
      merkle_root: facts.merkleRoot.toString('hex'),
      tree: 'rfc9162-sha256-salted',
    },
    issuer: 'https://holdfast.example',
    issued_at: '2026-11-06T05:00:00.000Z',
  } as SignedDescriptor
  const part = await reader.proof(3)
  proof = {
    artifact_id: id,
    leaf_index: 3,
    tree_size: facts.chunks,
    root: facts.merkleRoot.toString('hex'),
    chunk: { start: part.start, end: part.end, base64: part.bytes.toString('base64') },
    salt: part.salt.toString('hex'),
    path: part.path.map((h) => h.toString('hex')),
    disclosure_id: 'dsc_1',
  }
  const signer = await (await openLocalKeystore(directory)).signer()
  sign = signer.sign
  jws = await sign(JSON.stringify(descriptor), DESCRIPTOR_TYPE)
  jwks = signer.jwks()
})
afterAll(async () => {
  await fixture.close()
  await rm(directory, { recursive: true, force: true })
})

async function* pieces(bytes: Buffer, size = 77) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const outcome = async (input: Parameters<typeof verifyOffline>[0]): Promise<Record<string, boolean>> => {
  const { ok, checks } = await verifyOffline(input)
  return { ok, ...Object.fromEntries(checks.map((c) => [c.name, c.ok])) }
}
const flipped = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes)
  copy[at]! ^= 1
  return copy
}

describe('offline verification', () => {
  it('passes what the service gave out', async () => {
    const result = await verifyOffline({ jws: `${jws}\n`, jwks, content: pieces(content), proof })
    expect(result.checks.map((c) => [c.name, c.ok])).toEqual([
      ['signature', true],
      ['content hash', true],
      ['length', true],
      ['chunk proof', true],
    ])
    expect(result.ok).toBe(true)
    expect(result.descriptor).toEqual(descriptor)
    expect(await outcome({ jws, jwks })).toEqual({ ok: true, signature: true })
  })

  it('tells changed content, shorter content and longer content', async () => {
    const base = { ok: false, signature: true, 'content hash': false }
    expect(await outcome({ jws, jwks, content: pieces(flipped(content, 500)) })).toEqual({ ...base, length: true })
    expect(await outcome({ jws, jwks, content: pieces(content.subarray(1)) })).toEqual({ ...base, length: false })
    const longer = Buffer.concat([content, Buffer.from('x')])
    expect(await outcome({ jws, jwks, content: pieces(longer) })).toEqual({ ...base, length: false })
  })

  it('refuses a signature with any character changed, and then everything', async () => {
    for (let at = 0; at < jws.length; at++) {
      if (jws[at] === '.') continue
      // Two places away in the alphabet: the last character of a part may carry bits that mean nothing.
      const changed = `${jws.slice(0, at)}${jws[at] === 'A' ? 'z' : 'A'}${jws.slice(at + 1)}`
      expect((await outcome({ jws: changed, jwks })).ok, `character ${at}`).toBe(false)
    }
    expect(await outcome({ jws: jws.slice(0, -4), jwks, content: pieces(content), proof })).toEqual({
      ok: false,
      signature: false,
      'content hash': false,
      length: false,
      'chunk proof': false,
    })
  })

  it.each(['', 'x', 'a.b', 'a.b.c', '..'])('refuses %j as a signature', async (text) => {
    expect(await outcome({ jws: text, jwks })).toEqual({ ok: false, signature: false })
  })

  it('does not let the header choose the algorithm', async () => {
    const [key] = jwks.keys as [JWK]
    const part = (v: unknown) => Buffer.from(JSON.stringify(v)).toString('base64url')
    const none = `${part({ alg: 'none', kid: key.kid, typ: DESCRIPTOR_TYPE })}.${part(descriptor)}.`
    expect((await outcome({ jws: none, jwks })).signature).toBe(false)
    // The public key taken for a shared secret (RFC 8725 §2.1).
    const hmac = await new CompactSign(Buffer.from(JSON.stringify(descriptor)))
      .setProtectedHeader({ alg: 'HS256', kid: key.kid!, typ: DESCRIPTOR_TYPE })
      .sign(Buffer.from(key.x!, 'base64url'))
    expect((await outcome({ jws: hmac, jwks })).signature).toBe(false)
  })

  it('refuses a key of another kind, another key, and a key under another’s id', async () => {
    const [key] = jwks.keys as [JWK]
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const ecJwk = { ...(await exportJWK(ec.publicKey)), kid: key.kid! }
    const es256 = await new CompactSign(Buffer.from(JSON.stringify(descriptor)))
      .setProtectedHeader({ alg: 'ES256', kid: key.kid!, typ: DESCRIPTOR_TYPE })
      .sign(ec.privateKey)
    expect((await outcome({ jws: es256, jwks: { keys: [ecJwk] } })).signature).toBe(false)

    const forger = generateKeyPairSync('ed25519')
    const forgerJwk = await exportJWK(forger.publicKey)
    const forge = (kid: string) =>
      new CompactSign(Buffer.from(JSON.stringify(descriptor)))
        .setProtectedHeader({ alg: 'EdDSA', kid, typ: DESCRIPTOR_TYPE })
        .sign(forger.privateKey)
    expect((await outcome({ jws: await forge(key.kid!), jwks })).signature).toBe(false)
    const ownId = await calculateJwkThumbprint(forgerJwk)
    expect((await outcome({ jws: await forge(ownId), jwks })).signature).toBe(false)
    const masked = { keys: [{ ...forgerJwk, kid: key.kid! }] }
    expect((await outcome({ jws: await forge(key.kid!), jwks: masked })).signature).toBe(false)
    expect((await outcome({ jws, jwks: { keys: [] } })).signature).toBe(false)
  })

  it('refuses what was signed as something else, or is no descriptor', async () => {
    expect((await outcome({ jws: await sign(JSON.stringify(descriptor), 'other+jws'), jwks })).signature).toBe(false)
    expect((await outcome({ jws: await sign('{"a":1}', DESCRIPTOR_TYPE), jwks })).signature).toBe(false)
    expect((await outcome({ jws: await sign('not JSON', DESCRIPTOR_TYPE), jwks })).signature).toBe(false)
  })

  it('refuses each change of a chunk proof', async () => {
    const bytes = Buffer.from(proof.chunk.base64, 'base64')
    const at = (start: number, end: number, b = bytes) => ({ chunk: { start, end, base64: b.toString('base64') } })
    const zero = '0'.repeat(64)
    const changes: [string, unknown][] = [
      ['bytes', at(900, 1000, flipped(bytes, 50))],
      ['place', at(600, 700)],
      ['fewer bytes', at(900, 1000, bytes.subarray(1))],
      ['number', { leaf_index: 2 }],
      ['negative number', { leaf_index: -1 }],
      ['size', { tree_size: 5 }],
      ['root', { root: zero }],
      ['salt', { salt: zero }],
      ['text for a salt', { salt: 'x'.repeat(64) }],
      ['path', { path: [zero, ...proof.path.slice(1)] }],
      ['shorter path', { path: proof.path.slice(1) }],
      ['longer path', { path: [...proof.path, zero] }],
      ['artifact', { artifact_id: 'art_01h455vb4pex5vsknk084sn02q' }],
    ]
    for (const [what, change] of changes)
      expect(await outcome({ jws, jwks, proof: { ...proof, ...(change as object) } }), what).toEqual({
        ok: false,
        signature: true,
        'chunk proof': false,
      })
    expect((await outcome({ jws, jwks, proof: {} }))['chunk proof']).toBe(false)
    expect((await outcome({ jws, jwks, proof: null })).ok).toBe(false)
  })

  it('is not content with content that is only as long', async () => {
    const other = randomBytes(content.length)
    const result = await verifyOffline({ jws, jwks, content: pieces(other) })
    const hash = `sha256:${createHash('sha256').update(other).digest('hex')}`
    expect(result.checks[1]).toMatchObject({ ok: false, detail: expect.stringContaining(hash) })
  })
})
