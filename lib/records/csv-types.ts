import type { Column } from './shape'

/**
 * The columns of csv with the types that a registered schema gives them: by what `type` its own `properties` name, alone or
 * beside null. Nobody guesses what a cell is: without a schema, or with more than one type, it is text.
 */
export function typedColumns(header: readonly string[], types: ReadonlyMap<string, Column['type']>): Column[] {
  return header.map((name) => ({ name, type: types.get(name) ?? 'text' }))
}

/** @param document a registered schema; null for none */
export function csvTypes(document: string | null): Map<string, Column['type']> {
  const types = new Map<string, Column['type']>()
  if (document === null) return types
  const { properties } = JSON.parse(document) as { properties?: Record<string, unknown> }
  for (const [name, property] of Object.entries(properties ?? {})) types.set(name, typeOf(property))
  return types
}

function typeOf(property: unknown): Column['type'] {
  const type = typeof property === 'object' && property !== null ? (property as { type?: unknown }).type : undefined
  const named = [type].flat().filter((t) => t !== 'null')
  if (named.length > 0 && named.every((t) => t === 'number' || t === 'integer')) return 'number'
  return named.length === 1 && named[0] === 'boolean' ? 'boolean' : 'text'
}
