import type { z } from 'zod'
import { type FieldError, ProblemError } from '@/lib/protocol/problem'
import { wrongValue } from './wrong-value'

type Issue = z.core.$ZodIssue

/**
 * What a schema makes of a value, or a problem that names each wrong field and the fix.
 *
 * @param at prefix of the pointers: '' for a body, '/manifest' for a part of one
 */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown, at = ''): z.output<S> {
  const result = schema.safeParse(value, { error: wrongValue })
  if (result.success) return result.data
  const errors = result.error.issues.flatMap((issue) => fieldErrors(issue, at, schema))
  throw new ProblemError('invalid_request', errors.map((e) => `${e.pointer || '/'}: ${e.detail}`).join('; '), {
    errors,
  })
}

function fieldErrors(issue: Issue, at: string, schema: z.ZodType): FieldError[] {
  const pointer = at + issue.path.map(segment).join('')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      pointer: pointer + segment(key),
      detail: `unknown field${suggestion(key, schema)}; leave it out`,
    }))
  if (issue.code === 'invalid_union') {
    // Of the alternatives, the one that the value came closest to is the one to explain.
    const [closest] = [...issue.errors].sort((a, b) => weight(a) - weight(b))
    return closest?.length
      ? closest.flatMap((inner) => fieldErrors({ ...inner, path: [...issue.path, ...inner.path] } as Issue, at, schema))
      : [{ pointer, detail: issue.message }]
  }
  return [{ pointer, detail: issue.message }]
}

const segment = (key: PropertyKey): string => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** An alternative whose constant differs was not meant; then fewer faults are closer. */
const weight = (issues: Issue[]): number =>
  issues.reduce((sum, i) => sum + (i.code === 'invalid_value' ? 100 : i.code === 'unrecognized_keys' ? 10 : 1), 0)

/** A name of the schema that differs in case or separators only. */
function suggestion(key: string, schema: z.ZodType): string {
  const plain = (s: string) => s.toLowerCase().replaceAll(/[-_]/g, '')
  const names = new Set<string>()
  collectNames(schema, names, 0)
  for (const name of names) if (name !== key && plain(name) === plain(key)) return `: write "${name}"`
  return ''
}

function collectNames(schema: unknown, names: Set<string>, depth: number): void {
  if (typeof schema !== 'object' || schema === null || depth > 8) return
  const def = (schema as { def?: Record<string, unknown> }).def
  if (!def) return
  const {
    shape,
    innerType,
    options,
    element,
    in: input,
  } = def as {
    shape?: Record<string, unknown>
    innerType?: unknown
    options?: unknown[]
    element?: unknown
    in?: unknown
  }
  for (const [name, member] of Object.entries(shape ?? {})) {
    names.add(name)
    collectNames(member, names, depth + 1)
  }
  for (const inner of [innerType, element, input, ...(options ?? [])]) collectNames(inner, names, depth + 1)
}
