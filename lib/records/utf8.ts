/**
 * UTF-8 as RFC 3629 §4 allows it, as tables for incremental validation: by lead byte, how many bytes follow (0: not a
 * lead byte) and the bounds of the first of them. The bounds exclude overlong forms, surrogates and code points beyond
 * U+10FFFF; every further byte is 0x80–0xBF.
 */
export const FOLLOWING = new Uint8Array(256)
export const LOWEST = new Uint8Array(256).fill(0x80)
export const HIGHEST = new Uint8Array(256).fill(0xbf)

FOLLOWING.fill(1, 0xc2, 0xe0)
FOLLOWING.fill(2, 0xe0, 0xf0)
FOLLOWING.fill(3, 0xf0, 0xf5)
LOWEST[0xe0] = 0xa0
HIGHEST[0xed] = 0x9f
LOWEST[0xf0] = 0x90
HIGHEST[0xf4] = 0x8f

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text that the bytes are in UTF-8; null where they are none. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}
