/**
 * Where the blocks of an artifact begin: each at the first record that begins in its chunk of the content. A chunk that is
 * filled by a longer record has none. What the record index and the statistics know, they know by block.
 */
export class BlockStarts {
  /** Where the next chunk begins that may have one. */
  #next = 0

  constructor(private readonly chunkSize: number) {}

  /** Whether the record that begins at `start` begins a block; asked once of every record, in order. */
  begins(start: number): boolean {
    if (start < this.#next) return false
    this.#next = (Math.floor(start / this.chunkSize) + 1) * this.chunkSize
    return true
  }
}
