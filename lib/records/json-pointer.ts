/** The reference tokens of a JSON Pointer, decoded (RFC 6901 §4). The empty pointer has none. */
export const pointerTokens = (pointer: string): string[] =>
  pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((t) => t.replaceAll('~1', '/').replaceAll('~0', '~'))

/** One UTF-16 unit takes at most this many bytes in a JSON string: `\uXXXX`. */
const WORST = 6

/**
 * A member name as it arrives, escapes and all. Only as much is kept as the longest token could take: a longer name is
 * none of them, whatever it says.
 */
export class MemberName {
  #parts: Buffer[] = []
  #length = 0
  readonly #most: number

  constructor(tokens: readonly string[]) {
    this.#most = WORST * Math.max(0, ...tokens.map((t) => t.length))
  }

  reset(): void {
    this.#parts = []
    this.#length = 0
  }

  add(bytes: Buffer, from: number, to: number): void {
    this.#length += to - from
    // Copied: the piece that it lies in may be reused.
    if (this.#length <= this.#most) this.#parts.push(Buffer.from(bytes.subarray(from, to)))
  }

  equals(token: string): boolean {
    return this.#length <= this.#most && JSON.parse(`"${Buffer.concat(this.#parts)}"`) === token
  }
}
