/** Where the parsers below put a sentence that names the setting, its value and the fix. */
export type Problems = string[]

const UNITS: Record<string, number> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
}

/** A size in bytes, as a number or with a unit: `1048576`, `1MiB`, `1.5 GB`. */
export function parseBytes(name: string, value: string, least: number, most: number, problems: Problems): number {
  const match = /^(\d{1,16}(?:\.\d{1,6})?)\s*([a-z]*)$/i.exec(value)
  const unit = match ? UNITS[match[2]!.toLowerCase()] : undefined
  const bytes = match && unit !== undefined ? Number(match[1]) * unit : Number.NaN
  if (Number.isSafeInteger(bytes) && bytes >= least && bytes <= most) return bytes
  problems.push(
    `${name} is ${JSON.stringify(value)}. Write a whole number of bytes from ${showBytes(least)} to ${showBytes(most)}, with or without a unit, such as 16MiB.`,
  )
  return Number.NaN
}

export function parseCount(name: string, value: string, least: number, most: number, problems: Problems): number {
  const count = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  if (count >= least && count <= most) return count
  problems.push(`${name} is ${JSON.stringify(value)}. Write a whole number from ${least} to ${most}.`)
  return Number.NaN
}

export function parseFlag(name: string, value: string, problems: Problems): boolean {
  if (value === '1' || value === '0') return value === '1'
  problems.push(`${name} is ${JSON.stringify(value)}. Write 1 for yes or 0 for no.`)
  return false
}

/** The URL, or null when it is none or has another scheme. */
export function parseAddress(value: string, schemes: readonly string[]): URL | null {
  if (!URL.canParse(value)) return null
  const url = new URL(value)
  return schemes.includes(url.protocol) && url.hostname !== '' ? url : null
}

/** A host name or address of this machine, as `URL.hostname` has it: nobody else is on the path to it. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

/** The known name closest to a mistyped one, or null when none is close. */
export function suggest(name: string, known: readonly string[]): string | null {
  const ranked = known.map((k) => ({ k, d: distance(name, k) })).sort((a, b) => a.d - b.d)
  const best = ranked[0]
  return best && best.d <= Math.max(2, (name.length - 'HOLDFAST_'.length) * 0.6) ? best.k : null
}

/** Edit distance from what was typed to a known name; a part left out counts half, for names are long. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j / 2)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 0.5, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    row = next
  }
  return row[b.length]!
}

function showBytes(bytes: number): string {
  for (const [unit, size] of [
    ['TiB', 2 ** 40],
    ['GiB', 2 ** 30],
    ['MiB', 2 ** 20],
    ['KiB', 2 ** 10],
  ] as const) {
    if (bytes >= size && bytes % size === 0) return `${bytes / size}${unit}`
  }
  return `${bytes}`
}
