/** Unsigned integers up to 2^53-1 as LEB128: seven bits a byte, least significant first, the high bit on all but the last. */
export class VarintWriter {
  #bytes = Buffer.alloc(256)
  #length = 0

  uint(value: number): void {
    if (this.#bytes.length - this.#length < 8) this.#grow(8)
    // No shifts: they would cut to 32 bits.
    while (value >= 0x80) {
      this.#bytes[this.#length++] = (value % 0x80) + 0x80
      value = Math.floor(value / 0x80)
    }
    this.#bytes[this.#length++] = value
  }

  append(bytes: Uint8Array): void {
    if (this.#bytes.length - this.#length < bytes.length) this.#grow(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  get length(): number {
    return this.#length
  }

  get written(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(by: number): void {
    const larger = Buffer.alloc(Math.max(this.#bytes.length * 2, this.#length + by))
    larger.set(this.written)
    this.#bytes = larger
  }
}

/** Reads what `VarintWriter` wrote. Throws for what it would not have written: cut, too large, padded with zeros. */
export class VarintReader {
  constructor(
    readonly bytes: Buffer,
    public at = 0,
  ) {}

  uint(): number {
    let value = 0
    let factor = 1
    for (;;) {
      const b = this.bytes[this.at++]
      if (b === undefined) throw new Error('a varint is cut short')
      value += (b & 0x7f) * factor
      if (value > Number.MAX_SAFE_INTEGER) throw new Error('a varint beyond 2^53-1')
      if (b < 0x80) {
        if (b === 0 && factor > 1) throw new Error('a varint with leading zeros')
        return value
      }
      factor *= 0x80
    }
  }

  take(length: number): Buffer {
    if (length > this.bytes.length - this.at) throw new Error('fewer bytes than announced')
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }
}
