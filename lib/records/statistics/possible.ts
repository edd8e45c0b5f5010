import type { Expression } from '@/lib/records/filter/expression'
import { and, FALSE, NULL, not, ODD, or, TRUE, type Truth } from '@/lib/records/filter/truth'
import { pathsOf, pathTable } from '@/lib/records/query/paths-of'
import type { Shape } from '@/lib/records/shape'
import type { Withheld } from '@/lib/records/withheld'
import { NULLISH, UNREAD, UNSEEN } from './kinds'
import { type PathView, pathView } from './path-view'
import { comparison } from './possible-compare'
import { like } from './possible-like'
import { temporal } from './possible-temporal'
import { anyOf, type BlockTest, type Views } from './settled'
import type { Statistics } from './statistics'

/** See `Statistics.possible`. Every set contains the outcome of every record of its block; it may contain more. */
export function possibleOutcomes(
  statistics: Statistics,
  filter: Expression | null,
  shape: Shape,
  withheld: Withheld,
): Uint8Array {
  const { paths, slot } = pathTable(filter === null ? [] : pathsOf(filter))
  const views = paths.map((path) => pathView(path, statistics, shape, withheld))
  const test: BlockTest = filter === null ? () => TRUE : compile(filter, (path) => views[slot(path)]!)
  const out = new Uint8Array(statistics.blocks.length)
  // What cannot be is what was not written so: then nothing is known.
  for (let block = 0; block < out.length; block++) out[block] = test(block) || TRUE | FALSE | NULL | ODD
  return out
}

function compile(e: Expression, views: Views): BlockTest {
  switch (e.kind) {
    case 'and':
    case 'or': {
      const members = e.of.map((member) => compile(member, views))
      const join = e.kind === 'and' ? and : or
      return (block) => members.reduce((truth, member) => join(truth, member(block)), e.kind === 'and' ? TRUE : FALSE)
    }
    case 'not': {
      const inner = compile(e.of, views)
      return (block) => not(inner(block))
    }
    case 'constant':
      return () => (e.value ? TRUE : FALSE)
    case 'compare':
      return comparison(e.op, e.left, e.right, views)
    case 'between': {
      const low = comparison('>=', e.value, e.low, views)
      const high = comparison('<=', e.value, e.high, views)
      return (block) => and(low(block), high(block))
    }
    case 'in': {
      const items = e.items.map((item) => comparison('=', e.value, item, views))
      return (block) => items.reduce((truth, item) => or(truth, item(block)), FALSE as Truth)
    }
    case 'like':
      return like(e, views)
    case 'isNull':
      return isNull(views(e.value.path))
    case 'temporal':
      return temporal(e, views)
    case 'array':
      return anyOf(e, views)
  }
}

function isNull(view: PathView): BlockTest {
  return (block) => {
    const { kinds } = view(block)
    const some = kinds & ~(NULLISH | UNSEEN | UNREAD)
    return (
      (kinds & NULLISH ? TRUE : 0) |
      (some ? FALSE : 0) |
      (kinds & UNSEEN ? TRUE | FALSE : 0) |
      (kinds & UNREAD ? ODD : 0)
    )
  }
}
