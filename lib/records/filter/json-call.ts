import { ARRAYS, COMPARISONS, TEMPORAL } from './expression'
import { ARITHMETIC, FilterError, NO_ARITHMETIC, type Place, shown, unsupportedFunction } from './filter-error'
import type { Json } from './json-tree'
import { JSON_NAMES } from './to-json'

export type JsonObject = Json & { kind: 'object' }

/** An operator with its arguments; `op` as expressions have it. */
export type Call = { op: string; args: readonly Json[]; place: Place }

const OPERATORS = [
  'and',
  'or',
  'not',
  ...COMPARISONS,
  'between',
  'in',
  'like',
  'isNull',
  'casei',
  ...TEMPORAL,
  ...ARRAYS,
]
const WRITTEN = new Map(OPERATORS.map((op) => [(JSON_NAMES.get(op) ?? op).toLowerCase(), op]))

/** `{"op": …, "args": […]}`, of an operator that is supported. */
export function callOf(json: JsonObject): Call {
  const { place } = json
  onlyMembers(json, ['op', 'args'])
  const name = memberOf(json, 'op')
  const args = memberOf(json, 'args')
  if (name.kind !== 'string') throw new FilterError('the name of an operator was expected', name.place)
  if (args.kind !== 'array') throw new FilterError('an array of arguments was expected', args.place)
  const op = WRITTEN.get(name.value.toLowerCase())
  if (op === undefined) throw new FilterError(unsupported(name.value), name.place)
  const written = JSON_NAMES.get(op) ?? op
  if (name.value !== written)
    throw new FilterError(`${shown(name.value)} is written "${written}" in JSON`, name.place, [written])
  return { op, args: args.items, place }
}

const unsupported = (op: string): string => (ARITHMETIC.has(op) ? NO_ARITHMETIC : unsupportedFunction(op))

/** The arguments, if there are as many as the operator takes. */
export function argumentsOf({ op, args, place }: Call, count: number): readonly Json[] {
  if (args.length !== count)
    throw new FilterError(`"${op}" takes ${count} ${count === 1 ? 'argument' : 'arguments'}, not ${args.length}`, place)
  return args
}

/** Refuses an object that has other members than these. */
export function onlyMembers({ members }: JsonObject, names: readonly string[]): void {
  for (const [name, { place }] of members)
    if (!names.includes(name)) throw new FilterError(`the member ${shown(name)} is not known here`, place, names)
}

function memberOf({ members, place }: JsonObject, name: string): Json {
  const found = members.get(name)
  if (found === undefined) throw new FilterError(`the member "${name}" is missing`, place, [name])
  return found
}
