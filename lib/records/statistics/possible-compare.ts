import type { Comparison, Literal, Scalar } from '@/lib/records/filter/expression'
import { FALSE, ODD, TRUE, type Truth } from '@/lib/records/filter/truth'
import { MIRRORED } from '@/lib/records/query/compare'
import { literalInstant } from '@/lib/records/query/operand'
import { hasLoneSurrogate } from '@/lib/records/text'
import type { BlockFacts } from './field-part'
import { HASHED_BYTES, hashNumber, hashText } from './hash'
import { instantOrders } from './instant-bounds'
import { FALSES, NUMBERS, TEXTS, TRUES } from './kinds'
import { numberOrders } from './number-bounds'
import { EQUAL, GREATER, LESS, type Orders, truthOf } from './orders'
import { anyOf, type BlockTest, settled, type Views } from './settled'
import { textOrders } from './text-bounds'
import { mayHold } from './value-set'

/** What a comparison says of the values of some kinds, of a block that has such. */
type Look = { useful: number; truth(facts: BlockFacts): Truth }

export function comparison(op: Comparison, left: Scalar, right: Scalar, views: Views): BlockTest {
  if (right.kind === 'property' && left.kind !== 'property') return comparison(MIRRORED[op], right, left, views)
  const look =
    left.kind === 'property' && right.kind !== 'property' && right.kind !== 'casei' ? lookFor(op, right) : null
  if (left.kind !== 'property' || look === null) return anyOf({ kind: 'compare', op, left, right }, views)
  const view = views(left.path)
  return (block) => {
    const facts = view(block)
    return settled(facts.kinds, look.useful) | (facts.kinds & look.useful ? look.truth(facts) : 0)
  }
}

function lookFor(op: Comparison, literal: Literal): Look | null {
  switch (literal.kind) {
    case 'number': {
      const hash = hashNumber(Number(literal.text))
      const orders = (f: BlockFacts) => without(numberOrders(f.numbers, literal.text), mayHold(f.values, hash))
      return { useful: NUMBERS, truth: (f) => truthOf(op, orders(f)) }
    }
    case 'string': {
      // Nothing compares with it.
      if (hasLoneSurrogate(literal.value)) return { useful: 0, truth: () => ODD }
      const orders = ordersOf(literal.value)
      return { useful: TEXTS, truth: (f) => truthOf(op, orders(f)) }
    }
    case 'boolean': {
      const equal = literal.value ? TRUES : FALSES
      const orders = (kinds: number) => (kinds & equal ? EQUAL : 0) | (kinds & (TRUES | FALSES) & ~equal ? GREATER : 0)
      return { useful: op === '=' || op === '<>' ? TRUES | FALSES : 0, truth: (f) => truthOf(op, orders(f.kinds)) }
    }
    default: {
      const instant = literalInstant(literal)
      if (instant === null) return null
      return {
        useful: TEXTS,
        truth: (f) => (f.instants ? truthOf(op, instantOrders(f.instants, instant)) : TRUE | FALSE | ODD),
      }
    }
  }
}

/** How the texts of a block may compare with one. */
export function ordersOf(text: string): (facts: BlockFacts) => Orders {
  const bytes = Buffer.from(text)
  // Where there is a text too long for one, there is no set.
  const hash = bytes.length > HASHED_BYTES ? null : hashText(bytes, 0, bytes.length)
  return ({ texts, values }) =>
    without(textOrders(texts, bytes), values === null || (hash !== null && mayHold(values, hash)))
}

const without = (orders: Orders, mayEqual: boolean): Orders => (mayEqual ? orders : orders & (LESS | GREATER))
