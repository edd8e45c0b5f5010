import type { Path } from '@/lib/records/filter/expression'
import { propertyText } from '@/lib/records/filter/property'
import { isMasked, type Withheld } from '@/lib/records/withheld'

const SHOWN = 3

/** The existing properties whose names are nearest, as text, for an error. Never one that is masked for this reader. */
export function nearest(path: Path, existing: readonly Path[], withheld: Withheld): string[] {
  const name = propertyText(path).toLowerCase()
  return existing
    .filter((p) => !isMasked(withheld, p))
    .map((p) => ({ text: propertyText(p), far: distance(name, propertyText(p).toLowerCase()) }))
    .filter(({ text, far }) => far <= Math.max(2, Math.floor(text.length / 2)))
    .sort((a, b) => a.far - b.far)
    .slice(0, SHOWN)
    .map(({ text }) => text)
}

/** Levenshtein's, of the first characters: names are short, and what is longer is not near. */
function distance(a: string, b: string, most = 64): number {
  const [x, y] = [a.slice(0, most), b.slice(0, most)]
  let row = Array.from({ length: y.length + 1 }, (_, i) => i)
  for (let i = 1; i <= x.length; i++) {
    const next = [i]
    for (let j = 1; j <= y.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (x[i - 1] === y[j - 1] ? 0 : 1)))
    row = next
  }
  return row[y.length]!
}
