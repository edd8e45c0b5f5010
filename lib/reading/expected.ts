import canonicalize from 'canonicalize'
import type { ArtifactRef } from '@/lib/protocol/artifact-ref'
import { type FieldError, ProblemError } from '@/lib/protocol/problem'

/**
 * Compares what the caller remembers of a descriptor with the protected one. What is presented is never used for anything
 * else; a single difference, in any field it names, refuses. Instants compare as instants, all else exactly.
 */
export function comparePresented(actual: ArtifactRef, presented: Record<string, unknown>): void {
  const errors: FieldError[] = []
  for (const [name, value] of Object.entries(presented))
    compare((actual as Record<string, unknown>)[name], value, `/${name}`, errors)
  if (errors.length > 0)
    throw new ProblemError(
      'descriptor_mismatch',
      `The presented descriptor differs from the protected one in ${errors.map((e) => e.pointer).join(', ')}.`,
      { errors: errors.map((e) => ({ ...e, pointer: `/expected${e.pointer}` })) },
    )
}

const INSTANTS = new Set(['created_at', 'observed_at', 'expires_at', 'start_inclusive', 'end_exclusive'])
const isObject = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)

function compare(actual: unknown, presented: unknown, pointer: string, errors: FieldError[]): void {
  if (isObject(actual) && isObject(presented)) {
    for (const name of new Set([...Object.keys(actual), ...Object.keys(presented)]))
      compare(actual[name], presented[name], `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, errors)
    return
  }
  const name = pointer.slice(pointer.lastIndexOf('/') + 1)
  const same =
    INSTANTS.has(name) && typeof actual === 'string' && typeof presented === 'string'
      ? Date.parse(actual) === Date.parse(presented)
      : canonicalize(actual) === canonicalize(presented)
  if (!same) errors.push({ pointer, detail: 'differs from the protected descriptor' })
}
