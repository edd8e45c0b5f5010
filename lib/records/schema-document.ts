import { RE2JS } from 're2js'
import { at, SchemaError } from './schema-error'

type Json = Record<string, unknown>
/** A schema made ready: `document` is the copy to compile, `refs` says where each reference stands. */
export type Prepared = { document: Json; refs: { pointer: string; to: string }[] }

/** In every subschema of the copy: how much one evaluation of it costs (schema-check.ts). */
export const COST = 'holdfast:cost'

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'
const MAX_DEPTH = 64
/** Making one ready takes up to a millisecond, in which nothing else is answered. */
const MAX_SUBSCHEMAS = 1000
/** Code units of a pattern. It bounds what compiling one costs, as RE2's own limits bound what it grows to. */
const MAX_PATTERN = 4096

/** The keywords of 2020-12 by what they hold; any other is an annotation, by which nothing is validated. */
const ONE = new Set(
  'additionalProperties propertyNames items contains not if then else unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
)
const LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const MAP = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'])
const REFERENCE = new Set(['$ref', '$dynamicRef'])
const PLAIN = new Set(
  `$id $anchor $dynamicAnchor type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength
   pattern format maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired`.split(
    /\s+/,
  ),
)

/**
 * A copy of the document with what validates and nothing else, so that no keyword means more here than the specification
 * says. The document is known to fit the meta-schema.
 *
 * @throws SchemaError for another dialect, a pattern that cannot run in linear time, and what is too large
 */
export function prepareSchema(root: Json): Prepared {
  const refs: Prepared['refs'] = []
  let subschemas = 0

  const schema = (value: unknown, pointer: string, depth: number): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (depth > MAX_DEPTH) throw new SchemaError(pointer, `nests deeper than ${MAX_DEPTH} levels of schemas`)
    if (++subschemas > MAX_SUBSCHEMAS) throw new SchemaError('', `has more than ${MAX_SUBSCHEMAS} subschemas`)
    const inside = (v: unknown, name: string, key?: string | number) =>
      schema(v, key === undefined ? at(pointer, name) : at(at(pointer, name), key), depth + 1)
    let cost = 1
    const members: [string, unknown][] = []
    for (const [name, v] of Object.entries(value as Json)) {
      if (Array.isArray(v)) cost += v.length
      else if (typeof v === 'object' && v !== null) cost += Object.keys(v).length
      if (ONE.has(name)) members.push([name, inside(v, name)])
      else if (LIST.has(name)) members.push([name, (v as unknown[]).map((each, i) => inside(each, name, i))])
      else if (MAP.has(name)) {
        const entries = Object.entries(v as Json)
        for (const [key] of entries) checkName(name, key, at(at(pointer, name), key))
        members.push([name, Object.fromEntries(entries.map(([key, each]) => [key, inside(each, name, key)]))])
      } else if (REFERENCE.has(name)) {
        refs.push({ pointer: at(pointer, name), to: v as string })
        members.push([name, v])
      } else if (name === '$schema') checkDialect(v as string, at(pointer, name))
      else if (PLAIN.has(name)) {
        if (name === 'pattern') compilePattern(v as string, at(pointer, name))
        members.push([name, v])
      }
    }
    return Object.fromEntries([...members, [COST, cost]])
  }

  return { document: schema(root, '', 0) as Json, refs }
}

/** RE2 runs in time linear in the text, whatever the pattern; a pattern means what ECMA-262 says only if it is one there too. */
export function compilePattern(pattern: string, pointer: string): RE2JS {
  if (pattern.length > MAX_PATTERN)
    throw new SchemaError(pointer, `the pattern is longer than ${MAX_PATTERN} characters`)
  try {
    new RegExp(pattern, 'u')
  } catch {
    throw new SchemaError(pointer, 'is not a regular expression of ECMA-262 (with the flag u)')
  }
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern))
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : ''
    throw new SchemaError(
      pointer,
      `the pattern cannot run in linear time as RE2 does (no lookaround, no backreferences): ${why}`,
    )
  }
}

function checkName(keyword: string, name: string, pointer: string): void {
  if (keyword === 'patternProperties') compilePattern(name, pointer)
  if (keyword === 'properties' && name === '__proto__')
    throw new SchemaError(pointer, 'a property of this name cannot be validated')
}

function checkDialect(dialect: string, pointer: string): void {
  if (dialect.replace(/#$/, '') !== DIALECT)
    throw new SchemaError(pointer, `is another dialect: write ${DIALECT}, or leave it out`)
}
