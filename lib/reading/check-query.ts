import { type FieldError, ProblemError } from '@/lib/protocol/problem'
import type { Expression, Path, Scalar } from '@/lib/records/filter/expression'
import { propertiesOf, propertyText } from '@/lib/records/filter/property'
import { LINE, LINE_NUMBER, type Shape } from '@/lib/records/shape'
import { nearest } from '@/lib/records/statistics/nearest'
import type { Statistics } from '@/lib/records/statistics/statistics'
import { isMasked, omissionsOf, type Withheld } from '@/lib/records/withheld'
import type { Query } from './query'

/** The properties that records were found to have when they were published: all of them where `complete`. */
type Known = Pick<Statistics, 'fields' | 'complete'>

/**
 * Refuses a query that cannot mean what it says: over a property that no record has, or that takes the text of a csv
 * column for a number. Of what is withheld from this reader nothing is said: it counts as if it existed.
 *
 * @throws ProblemError unknown_property, filter_invalid
 */
export function checkQuery(query: Query, shape: Shape, known: Known | null, withheld: Withheld): void {
  const exists = (path: Path): boolean => {
    if (isMasked(withheld, path) || omissionsOf(withheld, path).length > 0) return true
    if (shape.format === 'lines') return path.length === 1 && (path[0] === LINE || path[0] === LINE_NUMBER)
    if (shape.columns) return path.length === 1 && shape.columns.some((c) => c.name === path[0])
    return !known?.complete || known.fields.some((f) => path.every((name, i) => f.path[i] === name))
  }
  const named: [string, Path[]][] = [
    ['/selector/filter', query.filter ? propertiesOf(query.filter) : []],
    ...each('/selector/fields', query.fields ?? []),
    ...each('/selector/aggregate/group_by', query.aggregate?.group_by ?? []),
    ['/selector/aggregate/metrics', query.aggregate?.metrics.flatMap((m) => (m.field ? [m.field] : [])) ?? []],
  ]
  const errors: FieldError[] = named.flatMap(([pointer, paths]) =>
    paths
      .filter((path) => !exists(path))
      .map((path) => ({ pointer, detail: unknown(path, nearest(path, namesOf(shape, known), withheld)) })),
  )
  if (errors.length > 0) throw new ProblemError('unknown_property', errors.map((e) => e.detail).join(' '), { errors })
  if (query.filter && shape.columns) checkColumns(query.filter, shape.columns, withheld)
}

const each = (pointer: string, paths: readonly Path[]): [string, Path[]][] =>
  paths.map((path, i) => [`${pointer}/${i}`, [path]])

const unknown = (path: Path, near: string[]) =>
  `No record has the property ${propertyText(path)}.${near.length > 0 ? ` Nearest: ${near.join(', ')}.` : ''}`

function namesOf(shape: Shape, known: Known | null): { path: Path }[] {
  if (shape.format === 'lines') return [{ path: [LINE] }, { path: [LINE_NUMBER] }]
  return shape.columns ? shape.columns.map((c) => ({ path: [c.name] })) : [...(known?.fields ?? [])]
}

/** Nothing guesses what the text of a column means. */
function checkColumns(filter: Expression, columns: NonNullable<Shape['columns']>, withheld: Withheld): void {
  const type = (s: Scalar): string | null => {
    if (s.kind === 'property')
      return isMasked(withheld, s.path) ? null : (columns.find((c) => c.name === s.path[0])?.type ?? null)
    return s.kind === 'number' || s.kind === 'boolean'
      ? s.kind
      : s.kind === 'casei' || s.kind === 'string'
        ? 'text'
        : null
  }
  for (const sides of comparisons(filter)) {
    const column = sides.find((s) => s.kind === 'property' && type(s) === 'text')
    const other = sides.find((s) => s.kind === 'number' || s.kind === 'boolean')
    if (column?.kind !== 'property' || !other) continue
    const detail = `The column ${propertyText(column.path)} holds text: compare it with a text ('…'). A registered schema can give it another type.`
    throw new ProblemError('filter_invalid', detail, { errors: [{ pointer: '/selector/filter', detail }] })
  }
}

function* comparisons(e: Expression): Generator<Scalar[]> {
  switch (e.kind) {
    case 'and':
    case 'or':
      for (const part of e.of) yield* comparisons(part)
      return
    case 'not':
      yield* comparisons(e.of)
      return
    case 'compare':
      yield [e.left, e.right]
      return
    case 'between':
      yield [e.value, e.low, e.high]
      return
    case 'in':
      yield [e.value, ...e.items]
  }
}
