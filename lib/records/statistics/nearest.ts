import type { Path } from '@/lib/records/filter/expression'
import { propertyText } from '@/lib/records/filter/property'
import { isMasked, type Withheld } from '@/lib/records/withheld'
import type { FieldSummary } from './statistics'

const SUGGESTED = 3
/** Longer names are compared by what they begin with. */
const COMPARED = 64

/**
 * The properties that somebody who wrote `path` may have meant, as a person writes them, the likeliest first: at most
 * three, and none that is masked for them.
 */
export function nearest(path: Path, fields: readonly Pick<FieldSummary, 'path'>[], withheld: Withheld): string[] {
  const asked = plain(path)
  return fields
    .filter((field) => !isMasked(withheld, field.path))
    .map((field) => ({ name: propertyText(field.path), distance: distance(asked, field.path) }))
    .filter((field) => field.distance <= tolerated(asked))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SUGGESTED)
    .map((field) => field.name)
}

const plain = (path: Path): string => path.join('.').toLowerCase().slice(0, COMPARED)

/** A third of what was written, and at least one character. */
const tolerated = (asked: string): number => Math.max(1, Math.floor(asked.length / 3))

/** To the whole path, or to its last name for somebody who left out where it lies; one that only goes on is near. */
function distance(asked: string, path: Path): number {
  const whole = plain(path)
  const last = plain(path.slice(-1))
  const begins = asked.length > 1 && (last.startsWith(asked) || whole.startsWith(asked) || asked.startsWith(last))
  return Math.min(
    edits(asked, whole),
    edits(asked, last) + (path.length > 1 ? 0.5 : 0),
    begins ? 1 : Number.POSITIVE_INFINITY,
  )
}

/** Characters to put in, leave out, replace, or exchange with their neighbour (optimal string alignment). */
function edits(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(row[j - 1]! + 1, above[j]! + 1, above[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1)
      row.push(least)
    }
    before = above
    above = row
  }
  return above[b.length]!
}
