import canonicalize from 'canonicalize'
import { checkpointLines, fromBase64, splitNote } from './note-parts'
import { pathSides } from './path'

/**
 * That an event is in a signed log, recomputed with WebCrypto: in a browser, or anywhere else that has it. Nothing of the
 * service's own verdict is taken over; what is given are its event, salt, path and note, and keys from wherever.
 */
export type InclusionClaim = {
  event: unknown
  /** In hexadecimal. Null where part of the event is withheld: then its leaf cannot be recomputed, and is taken as given. */
  salt: string | null
  leaf: string
  position: number
  path: readonly string[]
  checkpoint: string
}
/** Ed25519 (RFC 8037); other keys of the set are passed over. */
export type PublicKeys = { keys: readonly { kty?: string; crv?: string; x?: string; kid?: string }[] }

/** null: not checked, and `says` tells why. */
export type InclusionStep = { name: 'leaf' | 'path' | 'signature'; holds: boolean | null; says: string }

/** The three steps in their order. A step that fails does not keep the next from being made. */
export async function checkInclusion(claim: InclusionClaim, keys: PublicKeys): Promise<InclusionStep[]> {
  const note = splitNote(claim.checkpoint)
  const point = note && checkpointLines(note.text)
  return [await leafStep(claim), await pathStep(claim, point), await signatureStep(note, point, keys)]
}

async function leafStep({ event, salt, leaf }: InclusionClaim): Promise<InclusionStep> {
  if (salt === null)
    return {
      name: 'leaf',
      holds: null,
      says: 'Part of the event is withheld from you: that its leaf is over this event is the word of the service.',
    }
  const text = canonicalize(event)
  const commitment = await sha256(fromHex(salt), new TextEncoder().encode(text))
  const computed = await sha256(LEAF, commitment)
  return same(computed, fromHex(leaf))
    ? { name: 'leaf', holds: true, says: 'Salt and canonical JSON of the event hash to the leaf.' }
    : { name: 'leaf', holds: false, says: `Salt and event hash to ${hex(computed)}: another leaf.` }
}

type Point = { size: number; root: string } | null

async function pathStep({ leaf, position, path }: InclusionClaim, point: Point): Promise<InclusionStep> {
  const sides = point && pathSides(position, point.size, path.length)
  if (!sides) return { name: 'path', holds: false, says: 'The path fits no tree of the size that was signed.' }
  let hash = fromHex(leaf)
  for (const [i, side] of sides.entries()) {
    const other = fromHex(path[i]!)
    hash = side === 'left' ? await sha256(NODE, other, hash) : await sha256(NODE, hash, other)
  }
  return same(hash, fromBase64(point.root)!)
    ? {
        name: 'path',
        holds: true,
        says: `The leaf at position ${position} leads to the root over ${point.size} events.`,
      }
    : { name: 'path', holds: false, says: `The leaf leads to ${hex(hash)}: another root than the one signed.` }
}

async function signatureStep(
  note: ReturnType<typeof splitNote>,
  point: { origin: string } | null,
  { keys }: PublicKeys,
): Promise<InclusionStep> {
  if (!note || !point) return { name: 'signature', holds: false, says: 'The checkpoint is no signed note.' }
  for (const { crv, x, kid } of keys) {
    const raw = crv === 'Ed25519' && x ? fromBase64(x.replaceAll('-', '+').replaceAll('_', '/')) : null
    if (!raw) continue
    // The key's id in a note (C2SP signed-note): the same key has another id under another name.
    const id = (await sha256(new TextEncoder().encode(`${point.origin}\n`), ED25519, raw)).subarray(0, 4)
    const signed = note.signatures.find((s) => s.name === point.origin && same(s.id, id))
    if (!signed) continue
    const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
    const text = new TextEncoder().encode(note.text)
    return (await crypto.subtle.verify('Ed25519', key, new Uint8Array(signed.signature), text))
      ? { name: 'signature', holds: true, says: `Signed as ${point.origin} by the key ${kid ?? hex(id)}.` }
      : { name: 'signature', holds: false, says: `The signature is not one of the key ${kid ?? hex(id)}.` }
  }
  return { name: 'signature', holds: false, says: 'None of the keys given has signed this checkpoint.' }
}

const LEAF = Uint8Array.of(0x00)
const NODE = Uint8Array.of(0x01)
const ED25519 = Uint8Array.of(0x01)

async function sha256(...parts: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(parts as BlobPart[]).arrayBuffer()))
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i])
