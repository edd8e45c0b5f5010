import { Transform, type Writable } from 'node:stream'

/** Shown only for what takes this long: a bar that flashes by is noise. */
const QUIET_MS = 700
const EVERY_MS = 100

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
export function showBytes(n: number): string {
  let unit = 0
  let value = n
  for (; value >= 1024 && unit < UNITS.length - 1; unit++) value /= 1024
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`
}

/** One line of at most `columns` columns. `total` is null for a stream of unknown length. */
export function progressLine(done: number, total: number | null, elapsedMs: number, columns: number): string {
  const rate = elapsedMs > 0 ? (done / elapsedMs) * 1000 : 0
  const speed = `${showBytes(Math.round(rate))}/s`
  if (total === null || total === 0) return `${showBytes(done)} sent  ${speed}`.slice(0, columns)
  const share = Math.min(1, done / total)
  const left = rate > 0 ? `, ${Math.ceil((total - done) / rate)} s left` : ''
  const words = `${String(Math.floor(share * 100)).padStart(3)} %  ${showBytes(done)} of ${showBytes(total)}  ${speed}${left}`
  const width = Math.min(30, columns - words.length - 4)
  if (width < 5) return words.slice(0, columns)
  const full = Math.floor(share * width)
  return `[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${words}`
}

/** Passes bytes on and draws how many have passed. */
export class Progress extends Transform {
  #done = 0
  #drawnAt = 0
  #drawn = false
  readonly #began = performance.now()

  constructor(
    readonly total: number | null,
    readonly screen: { stream: Writable; columns: number } | null,
    readonly onBytes: (chunk: Buffer) => void,
  ) {
    super({ highWaterMark: 256 * 1024 })
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#done += chunk.length
    this.onBytes(chunk)
    const now = performance.now()
    if (this.screen && now - this.#began > QUIET_MS && now - this.#drawnAt > EVERY_MS) {
      this.#drawnAt = now
      this.#drawn = true
      this.screen.stream.write(
        `\r${progressLine(this.#done, this.total, now - this.#began, this.screen.columns - 1)}\u001b[K`,
      )
    }
    done(null, chunk)
  }

  /** Removes the line, so that what follows starts on a clean one. */
  clear(): void {
    if (this.#drawn) this.screen?.stream.write('\r\u001b[K')
    this.#drawn = false
  }
}
