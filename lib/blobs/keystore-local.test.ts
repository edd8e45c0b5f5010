import { createPublicKey, verify } from 'node:crypto'
import { link, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calculateJwkThumbprint, decodeProtectedHeader, type JWK } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeId } from '@/lib/protocol/make-id'
import { openNote } from '@/lib/transparency/note'
import { KeyCache } from './key-cache'
import type { Keystore } from './keystore'
import { openLocalKeystore } from './keystore-local'

let directory: string
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'holdfast-keys-')), 'keys')
})
afterEach(() => rm(join(directory, '..'), { recursive: true, force: true }))

const open = () => openLocalKeystore(directory)
const id = makeId('art')
const place = (artifactId: string) => join(directory, 'data-keys', artifactId.slice(-2), artifactId)
const created = async (keystore: Keystore, artifactId: string) => {
  const { key, kept } = keystore.createDataKey(artifactId)
  await kept
  return key
}
const ids = async () => {
  const found: string[] = []
  for await (const { artifactId } of (await open()).list()) found.push(artifactId)
  return found
}

describe('data keys', () => {
  it('come back after a restart, each artifact its own', async () => {
    const first = await open()
    const key = await created(first, id)
    const other = await created(first, makeId('art'))
    expect(key).toHaveLength(32)
    expect(key.equals(other)).toBe(false)
    const second = await open()
    expect(second.cachedDataKey(id)).toBeUndefined()
    expect(await second.openDataKey(id)).toEqual(key)
    expect(second.cachedDataKey(id)).toEqual(key)
    expect(await ids()).toHaveLength(2)
  })

  it('are not created twice, and an unknown one is null', async () => {
    const keystore = await open()
    const key = await created(keystore, id)
    await expect(keystore.createDataKey(id).kept).rejects.toThrow('has a data key already')
    expect(await (await open()).openDataKey(id)).toEqual(key)
    expect(await keystore.openDataKey(makeId('art'))).toBeNull()
    expect(() => keystore.createDataKey('../master')).toThrow(RangeError)
  })

  it('are gone once destroyed: from memory, from disk, from the list', async () => {
    const keystore = await open()
    await keystore.createDataKey(id).kept
    const wrapped = await readFile(place(id))
    // A second name for the same file shows what became of its blocks.
    const witness = join(directory, 'witness')
    await link(place(id), witness)
    await keystore.destroyDataKey(id)
    await keystore.destroyDataKey(id)
    expect(keystore.cachedDataKey(id)).toBeUndefined()
    expect(await keystore.openDataKey(id)).toBeNull()
    expect(await ids()).toEqual([])
    const left = await readFile(witness)
    expect(left.length).toBe(wrapped.length)
    for (let at = 0; at + 8 <= left.length; at++) expect(wrapped.includes(left.subarray(at, at + 8))).toBe(false)
    await rm(witness)
  })

  it('are not kept in memory by a read that a destruction overtook', () => {
    const cache = new KeyCache(10)
    const mayKeep = cache.reading()
    cache.evict(id)
    expect(mayKeep()).toBe(false)
    expect(cache.reading()()).toBe(true)
  })

  it('are cached in a bounded number', () => {
    const cache = new KeyCache(2)
    for (const name of ['a', 'b']) cache.put(name, Buffer.from(name))
    cache.get('a')
    cache.put('c', Buffer.from('c'))
    expect(['a', 'b', 'c'].map((name) => cache.get(name)?.toString())).toEqual(['a', undefined, 'c'])
  })

  it('are wrapped for their artifact: another’s file or a changed one does not open', async () => {
    const keystore = await open()
    const other = `${makeId('art').slice(0, -2)}${id.slice(-2)}`
    await keystore.createDataKey(id).kept
    await keystore.createDataKey(other).kept
    const wrapped = await readFile(place(id))
    await writeFile(place(other), wrapped)
    await expect((await open()).openDataKey(other)).rejects.toMatchObject({ code: 'integrity_failed' })
    wrapped[20]! ^= 1
    await writeFile(place(id), wrapped)
    await expect((await open()).openDataKey(id)).rejects.toMatchObject({ code: 'integrity_failed' })
  })

  it('are never in a file as they are, nor are the secrets', async () => {
    const keystore = await open()
    const secrets = [await created(keystore, id), await keystore.secret('session')]
    await keystore.signer()
    const entries = await readdir(directory, { withFileTypes: true, recursive: true })
    const files = entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name))
    expect(files.length).toBe(5)
    for (const file of files) {
      expect((await stat(file)).mode & 0o777, file).toBe(0o600)
      const bytes = await readFile(file)
      for (const secret of secrets) expect(bytes.includes(secret), file).toBe(false)
    }
    for (const e of entries)
      if (e.isDirectory()) expect((await stat(join(e.parentPath, e.name))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(directory, 'drafts'))).toEqual([])
  })
})

it('removes what a crash left half written, and nothing that may be in progress', async () => {
  await open()
  const [old, fresh] = ['a', 'b'].map((name) => join(directory, 'drafts', name)) as [string, string]
  for (const path of [old, fresh]) await writeFile(path, 'x')
  const yesterday = new Date(Date.now() - 86_400_000)
  await utimes(old, yesterday, yesterday)
  await open()
  expect(await readdir(join(directory, 'drafts'))).toEqual(['b'])
})

describe('secrets', () => {
  it('are made once, differ, and stay', async () => {
    const names = ['cursor', 'session', 'locator-index', 'commitment'] as const
    const keystore = await open()
    const made = await Promise.all(names.map((name) => keystore.secret(name)))
    expect(new Set(made.map((s) => s.toString('hex'))).size).toBe(names.length)
    const again = await open()
    for (const [i, name] of names.entries()) expect(await again.secret(name)).toEqual(made[i])
  })

  it('are renewed by their age, and the one before is kept', async () => {
    const keystore = await open()
    const before = new Date(Date.now() - 1000)
    expect(await keystore.renewSecret('cursor', new Date()), 'none was made yet').toBe(false)
    const [first, session] = [await keystore.secret('cursor'), await keystore.secret('session')]
    expect(await keystore.previousSecret('cursor')).toBeNull()
    expect(await keystore.renewSecret('cursor', before), 'it is too young').toBe(false)
    const old = new Date(Date.now() - 2000)
    await utimes(join(directory, 'secrets', 'cursor'), old, old)
    expect(await keystore.renewSecret('cursor', before)).toBe(true)
    expect(await keystore.renewSecret('cursor', before)).toBe(false)
    const second = await keystore.secret('cursor')
    expect(second.equals(first)).toBe(false)
    for (const k of [keystore, await open()]) {
      expect(await k.secret('cursor')).toEqual(second)
      expect(await k.previousSecret('cursor')).toEqual(first)
      expect(await k.secret('session')).toEqual(session)
    }
    expect(await readdir(join(directory, 'drafts'))).toEqual([])
  })

  it('survive a crash in the middle of being renewed', async () => {
    const keystore = await open()
    const first = await keystore.secret('cursor')
    const path = join(directory, 'secrets', 'cursor')
    const wrapped = await readFile(path)
    expect(await keystore.renewSecret('cursor', new Date(Date.now() + 1000))).toBe(true)
    // As it is between the two steps: the previous one is written, the current one not yet.
    await writeFile(path, wrapped)
    const restarted = await open()
    expect(await restarted.secret('cursor')).toEqual(first)
    expect(await restarted.previousSecret('cursor')).toEqual(first)
    expect(await restarted.renewSecret('cursor', new Date(Date.now() + 1000))).toBe(true)
    expect(await restarted.previousSecret('cursor')).toEqual(first)
  })
})

describe('signer', () => {
  it('signs as the published key set says, before and after a restart', async () => {
    const keystore = await openLocalKeystore(directory, { issuer: 'https://holdfast.example' })
    const signer = await keystore.signer()
    const jws = await signer.sign('{"a":"ü"}', 'holdfast-descriptor+jws')
    const later = await (await open()).signer()
    expect(later.kid).toBe(signer.kid)
    expect(later.jwks()).toEqual(signer.jwks())
    const [jwk] = later.jwks().keys
    expect(jwk).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      x: expect.any(String),
      kid: signer.kid,
      alg: 'EdDSA',
      use: 'sig',
    })
    expect(await calculateJwkThumbprint(jwk as JWK)).toBe(signer.kid)
    const iss = 'https://holdfast.example'
    expect(decodeProtectedHeader(jws)).toEqual({ alg: 'EdDSA', kid: signer.kid, typ: 'holdfast-descriptor+jws', iss })
    const [header, payload, signature] = jws.split('.') as [string, string, string]
    expect(Buffer.from(payload, 'base64url').toString()).toBe('{"a":"ü"}')
    const key = createPublicKey({ key: jwk as JWK, format: 'jwk' })
    expect(verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
  })
})

describe('notes', () => {
  it('are signed with the key of the key set, and open after a restart and beside an older key', async () => {
    const signer = await (await open()).signer()
    const note = signer.signNote('example.com/log', 'example.com/log\n1\n')
    const later = await (await open()).signer()
    expect(openNote(note, later.noteKeys('example.com/log'))).toBe('example.com/log\n1\n')
    expect(openNote(note, later.noteKeys('example.com/other'))).toBeNull()
    expect(later.noteKeys('x').map((k) => k.publicKey.toString('base64url'))).toEqual(later.jwks().keys.map((k) => k.x))
    expect(() => signer.signNote('x', 'no newline')).toThrow(RangeError)
  })
})

describe('master key', () => {
  it('is agreed on by all that open a new keystore at once', async () => {
    const keystores = await Promise.all(Array.from({ length: 8 }, open))
    const secrets = await Promise.all(keystores.map((k) => k.secret('cursor')))
    const kids = await Promise.all(keystores.map(async (k) => (await k.signer()).kid))
    expect(new Set(secrets.map((s) => s.toString('hex'))).size).toBe(1)
    expect(new Set(kids).size).toBe(1)
    const key = await created(keystores[0]!, id)
    for (const keystore of keystores) expect(await keystore.openDataKey(id)).toEqual(key)
  })

  it('is not made anew while something is wrapped: the error says what is lost', async () => {
    await (await open()).createDataKey(id).kept
    const master = join(directory, 'master.key')
    await rename(master, join(directory, 'away'))
    await expect(open()).rejects.toMatchObject({
      code: 'keystore_locked',
      message: expect.stringMatching(/master\.key is missing, but 1 keys are wrapped.*content of every artifact/),
    })
    await expect(stat(master)).rejects.toMatchObject({ code: 'ENOENT' })
    await rename(join(directory, 'away'), master)
    expect(await (await open()).openDataKey(id)).toHaveLength(32)
  })

  it('is told from another one when the keystore is opened', async () => {
    await open()
    await writeFile(join(directory, 'master.key'), Buffer.alloc(32, 1))
    await expect(open()).rejects.toMatchObject({
      code: 'keystore_locked',
      message: expect.stringContaining('is not the'),
    })
    await writeFile(join(directory, 'master.key'), 'short')
    await expect(open()).rejects.toMatchObject({
      code: 'keystore_locked',
      message: expect.stringContaining('32 bytes'),
    })
  })
})
