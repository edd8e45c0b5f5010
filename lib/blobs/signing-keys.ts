import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompactSign, calculateJwkThumbprint } from 'jose'
import { noteKey, noteOf } from '@/lib/transparency/note'
import { createOnce } from './durable-file'
import type { Signer } from './keystore'
import { sealWith, unsealWith } from './seal'

/** RFC 8037 §3.1. */
const ALGORITHM = 'EdDSA'

type PublicJwk = { kty: string; crv: string; x: string; kid: string; alg: string; use: string }

/**
 * The Ed25519 keys, in files that are numbered. A new key is the next number: it signs from then on, and the ones before
 * it stay in the key set, so that what they signed still verifies.
 */
export async function openSigner(o: {
  directory: string
  drafts: string
  master: Buffer
  issuer: string | undefined
}): Promise<Signer> {
  const label = (number: string) => `signing-key ${number}`
  if ((await numbers(o.directory)).length === 0) {
    const made = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
    // If another process was first, its key is read below.
    await createOnce(o.drafts, join(o.directory, '1'), sealWith(o.master, label('1'), made))
  }
  const keys: { key: KeyObject; jwk: PublicJwk }[] = []
  for (const number of await numbers(o.directory)) {
    const pkcs8 = unsealWith(o.master, label(number), await readFile(join(o.directory, number)))
    const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
    keys.push({ key, jwk: await publicJwk(key) })
  }
  const current = keys[0]!
  const named = (name: string, { jwk }: (typeof keys)[number]) => noteKey(name, Buffer.from(jwk.x, 'base64url'))
  return {
    kid: current.jwk.kid,
    sign: (payload, typ) =>
      new CompactSign(Buffer.from(payload))
        .setProtectedHeader({
          alg: ALGORITHM,
          kid: current.jwk.kid,
          typ,
          ...(o.issuer !== undefined && { iss: o.issuer }),
        })
        .sign(current.key),
    signNote: (name, text) => {
      if (!text.endsWith('\n')) throw new RangeError('The text of a note ends with a newline.')
      return noteOf(text, named(name, current), sign(null, Buffer.from(text), current.key))
    },
    noteKeys: (name) => keys.map((key) => named(name, key)),
    jwks: () => ({ keys: keys.map(({ jwk }) => ({ ...jwk })) }),
  }
}

/** The newest first. */
const numbers = async (directory: string): Promise<string[]> =>
  (await readdir(directory)).filter((name) => /^[1-9]\d*$/.test(name)).sort((a, b) => Number(b) - Number(a))

/** The key id is the thumbprint of RFC 7638, so that it can be recomputed from the key. */
async function publicJwk(key: KeyObject): Promise<PublicJwk> {
  const { kty, crv, x } = createPublicKey(key).export({ format: 'jwk' }) as { kty: string; crv: string; x: string }
  return { kty, crv, x, kid: await calculateJwkThumbprint({ kty, crv, x }), alg: ALGORITHM, use: 'sig' }
}
