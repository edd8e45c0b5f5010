const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Drawn ahead: the call costs more than the bytes. */
const drawn = new Uint8Array(4096)
let used = drawn.length

function draw(): Uint8Array {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn)
    used = 0
  }
  used += 16
  return drawn.subarray(used - 16, used)
}

/** An id of the service: a prefix and 128 random bits in Crockford base32, 26 characters. `random` must be 16 bytes. */
export function makeId(prefix: string, random: Uint8Array = draw()): string {
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
