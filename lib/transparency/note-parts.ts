/**
 * The parts of a signed note and of the checkpoint in it, unverified, without anything of Node: the server verifies them
 * with its own cryptography, a page with the browser's.
 */
const ID_BYTES = 4
/** More signatures than this are no note of ours; verifiers must take at least 16. */
const MAX_SIGNATURES = 16

export type NoteParts = { text: string; signatures: { name: string; id: Uint8Array; signature: Uint8Array }[] }

/** Null when this is no note. */
export function splitNote(note: string): NoteParts | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the format forbids them
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note) || !note.endsWith('\n')) return null
  const at = note.lastIndexOf('\n\n')
  if (at < 0) return null
  const lines = note.slice(at + 2, -1).split('\n')
  if (lines.length > MAX_SIGNATURES) return null
  const signatures: NoteParts['signatures'] = []
  for (const line of lines) {
    const [, name, encoded] = /^— ([^\s+]+) ([A-Za-z0-9+/]+=*)$/.exec(line) ?? []
    const bytes = fromBase64(encoded ?? '')
    if (!name || !bytes || bytes.length <= ID_BYTES) return null
    signatures.push({ name, id: bytes.subarray(0, ID_BYTES), signature: bytes.subarray(ID_BYTES) })
  }
  return { text: note.slice(0, at + 1), signatures }
}

/** The lines of a checkpoint; the root in Base64. Null when the text is no checkpoint. */
export function checkpointLines(text: string): { origin: string; size: number; root: string } | null {
  const [, origin, size, root] = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/.exec(text) ?? []
  if (!origin || !root || !Number.isSafeInteger(Number(size))) return null
  return { origin, size: Number(size), root }
}

/** Null when it is not Base64 (RFC 4648 §4). */
export function fromBase64(encoded: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0))
  } catch {
    return null
  }
}
