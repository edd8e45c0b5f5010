import type { ByteSlice } from '@/lib/protocol/publish'

/** The bytes of a slice. Text was valid UTF-8, so encoding it again gives exactly the bytes it came from. */
export function bytesOf(slice: Pick<ByteSlice, 'text' | 'base64'>): Uint8Array {
  if (slice.text !== undefined) return new TextEncoder().encode(slice.text)
  return Uint8Array.from(atob(slice.base64 ?? ''), (c) => c.charCodeAt(0))
}

export type ByteRow = { offset: number; hex: string[]; text: string }

/** Rows of `width` bytes; `start` is the offset of the first byte in the artifact. Only printable ASCII is shown as text. */
export function byteRows(bytes: Uint8Array, start: number, width: number): ByteRow[] {
  const rows: ByteRow[] = []
  for (let at = 0; at < bytes.length; at += width) {
    const part = bytes.subarray(at, at + width)
    rows.push({
      offset: start + at,
      hex: Array.from(part, (b) => b.toString(16).padStart(2, '0')),
      text: Array.from(part, (b) => (b >= 0x20 && b < 0x7f ? String.fromCharCode(b) : '·')).join(''),
    })
  }
  return rows
}

/** A place as a person writes it: `4096`, `4,096` or `0x1000`. Null for anything else. */
export function parsePlace(text: string): number | null {
  const plain = text.trim().replace(/[,_\u202f\s]/g, '')
  const value = /^0x[0-9a-f]{1,12}$/i.test(plain)
    ? Number.parseInt(plain, 16)
    : /^\d{1,15}$/.test(plain)
      ? Number(plain)
      : null
  return value !== null && Number.isSafeInteger(value) ? value : null
}
