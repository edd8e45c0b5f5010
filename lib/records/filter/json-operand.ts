import { FilterError, NO_GEOMETRY, shown } from './filter-error'
import { argumentsOf, callOf, type JsonObject, onlyMembers } from './json-call'
import type { Json } from './json-tree'
import { caseInsensitive, interval, time } from './literals'
import type { Operand } from './operand'
import { propertyAt } from './property'

const VALUES = ['a literal', '{"property": …}', '{"timestamp": …}', '{"date": …}', '{"op": "casei", …}']

/** A value of cql2-json. */
export const operand = (json: Json): Operand => ({ value: value(json), place: json.place })

function value(json: Json): Operand['value'] {
  switch (json.kind) {
    case 'object':
      return object(json)
    case 'array':
      return { kind: 'list', items: json.items.map(operand) }
    case 'string':
      return { kind: 'string', value: json.value }
    case 'number':
      return { kind: 'number', text: json.text }
    case 'boolean':
      return { kind: 'boolean', value: json.value }
    case 'null':
      return { kind: 'null' }
  }
}

function object(json: JsonObject): Operand['value'] {
  const { members, place } = json
  if (members.has('op')) {
    const call = callOf(json)
    if (call.op !== 'casei') throw new FilterError(`${shown(call.op)} is a condition, not a value`, place)
    return caseInsensitive(operand(argumentsOf(call, 1)[0]!))
  }
  if (members.has('bbox') || members.has('coordinates') || members.has('geometries'))
    throw new FilterError(NO_GEOMETRY, place)
  for (const [name, read] of Object.entries(LITERALS)) {
    const held = members.get(name)
    if (held === undefined) continue
    onlyMembers(json, [name])
    return read(held, json)
  }
  throw new FilterError(`a value was expected (${VALUES.join(', ')})`, place, VALUES)
}

/** What an object of one member is, by the name of that. */
const LITERALS: Record<string, (held: Json, whole: Json) => Operand['value']> = {
  property: (held) => ({ kind: 'property', path: propertyAt(stringOf(held), () => held.place) }),
  timestamp: (held) => time('timestamp', stringOf(held), held.place),
  date: (held) => time('date', stringOf(held), held.place),
  interval: (held, whole) => {
    const ends = held.kind === 'array' ? held.items : []
    if (ends.length !== 2) throw new FilterError('an array of the two ends was expected', held.place)
    return interval(operand(ends[0]!), operand(ends[1]!), whole.place)
  },
}

function stringOf(json: Json): string {
  if (json.kind !== 'string') throw new FilterError('a string was expected', json.place, ['a string'])
  return json.value
}
