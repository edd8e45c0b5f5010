import type { Expression } from '@/lib/records/filter/expression'
import { FALSE, ODD, TRUE, type Truth } from '@/lib/records/filter/truth'
import { likePattern } from '@/lib/records/query/like'
import { hasLoneSurrogate } from '@/lib/records/text'
import type { BlockFacts } from './field-part'
import { TEXTS } from './kinds'
import { truthOf } from './orders'
import { ordersOf } from './possible-compare'
import { anyOf, type BlockTest, settled, type Views } from './settled'
import { mayBegin } from './text-bounds'

/** By what the pattern begins with: the bounds of the texts may rule that out. */
export function like(e: Expression & { kind: 'like' }, views: Views): BlockTest {
  if (e.value.kind !== 'property' || e.pattern.kind !== 'string') return anyOf(e, views)
  const view = views(e.value.path)
  const truth = hasLoneSurrogate(e.pattern.value) ? () => ODD : truthOfPattern(e.pattern.value)
  return (block) => {
    const facts = view(block)
    return settled(facts.kinds, TEXTS) | (facts.kinds & TEXTS ? truth(facts) : 0)
  }
}

function truthOfPattern(pattern: string): (facts: BlockFacts) => Truth {
  const places = likePattern(pattern)
  const wild = places.findIndex((place) => place < 0)
  const text = String.fromCodePoint(...places.slice(0, wild < 0 ? places.length : wild))
  if (wild < 0) {
    const orders = ordersOf(text)
    return (facts) => truthOf('=', orders(facts))
  }
  const prefix = Buffer.from(text)
  return (facts) => (mayBegin(facts.texts, prefix) ? TRUE | FALSE : FALSE)
}
