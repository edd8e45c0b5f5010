import { ARRAYS, COMPARISONS, type Expression, TEMPORAL } from './expression'
import { FilterError } from './filter-error'
import { argumentsOf, type Call, callOf } from './json-call'
import { operand } from './json-operand'
import { type Json, readJson } from './json-tree'
import { withinLimits } from './limits'
import { array, between, compare, isNull, like, oneOf, temporal } from './predicates'

/**
 * A filter from the text of cql2-json (OGC 21-065 §8.3 and Annex C), as far as it is supported. The text is taken as it
 * was sent, since numbers keep all their digits. Throws FilterError, with a pointer.
 */
export function parseFilterJson(json: string): Expression {
  const tree = readJson(json)
  return withinLimits(condition(tree), tree.place)
}

const CONDITION = ['true', 'false', '{"op": …, "args": […]}']

function condition(json: Json): Expression {
  if (json.kind === 'boolean') return { kind: 'constant', value: json.value }
  if (json.kind === 'object') {
    if (json.members.has('op')) return called(callOf(json))
    if (json.members.has('property'))
      throw new FilterError(
        'a property alone is no condition: compare it with true, or ask isNull',
        json.place,
        CONDITION,
      )
  }
  throw new FilterError(`a condition was expected (${CONDITION.join(', ')})`, json.place, CONDITION)
}

function called(call: Call): Expression {
  const { op, args, place } = call
  switch (op) {
    case 'and':
    case 'or': {
      if (args.length < 2) throw new FilterError(`"${op}" takes two arguments or more, not ${args.length}`, place)
      return { kind: op, of: args.map(condition).flatMap((member) => (member.kind === op ? member.of : [member])) }
    }
    case 'not':
      return { kind: 'not', of: condition(argumentsOf(call, 1)[0]!) }
    case 'isNull':
      return isNull(operand(argumentsOf(call, 1)[0]!))
    case 'in': {
      const [value, list] = argumentsOf(call, 2)
      if (list!.kind !== 'array') throw new FilterError('an array of values was expected', list!.place)
      return oneOf(operand(value!), list!.items.map(operand), list!.place)
    }
    case 'between': {
      const [value, low, high] = argumentsOf(call, 3).map(operand)
      return between(value!, low!, high!)
    }
    case 'casei':
      throw new FilterError('"casei" is a value, not a condition', place)
  }
  const [left, right] = argumentsOf(call, 2).map(operand)
  if (op === 'like') return like(left!, right!)
  const comparison = COMPARISONS.find((c) => c === op)
  if (comparison) return compare(comparison, left!, right!)
  const relation = TEMPORAL.find((t) => t === op)
  return relation ? temporal(relation, left!, right!) : array(ARRAYS.find((a) => a === op)!, left!, right!)
}
