import type { Expression, Path } from '@/lib/records/filter/expression'
import { FALSE, NULL, ODD, TRUE, type Truth, WITHHELD } from '@/lib/records/filter/truth'
import { pathsOf } from '@/lib/records/query/paths-of'
import { NULLISH, UNSEEN } from './kinds'
import type { PathView } from './path-view'

/** The outcomes that a filter may have in a block. */
export type BlockTest = (block: number) => Truth
export type Views = (path: Path) => PathView

/** The outcomes of a predicate that a block may have for want of a value it could use: of those `useful` it says nothing. */
export const settled = (kinds: number, useful: number): Truth =>
  (kinds & NULLISH ? NULL : 0) | (kinds & UNSEEN ? WITHHELD : 0) | (kinds & ~(useful | NULLISH | UNSEEN) ? ODD : 0)

/** Of a predicate that is not looked into: NULL where one of its properties may be, and all else where none has to be. */
export function anyOf(predicate: Expression, views: Views): BlockTest {
  const all = pathsOf(predicate).map(views)
  return (block) => {
    let truth: Truth = TRUE | FALSE | ODD
    let settles: Truth = 0
    for (const view of all) {
      const { kinds } = view(block)
      settles |= settled(kinds, ~0)
      if ((kinds & ~(NULLISH | UNSEEN)) === 0) truth = 0
    }
    return truth | settles
  }
}
