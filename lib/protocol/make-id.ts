const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** An id of the service: a prefix and 128 random bits in Crockford base32, 26 characters. `random` must be 16 bytes. */
export function makeId(prefix: string, random: Uint8Array = crypto.getRandomValues(new Uint8Array(16))): string {
  let bits = 0
  let value = 0
  let text = ''
  for (const byte of random) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return `${prefix}_${text}${ALPHABET[(value << (5 - bits)) & 31]}`
}
