import { ProblemError } from '@/lib/protocol/problem'
import { RawJson, renderJson } from '@/lib/protocol/raw-json'
import type { Aggregate, QuerySelector } from '@/lib/protocol/read'
import type { Expression, Path } from '@/lib/records/filter/expression'
import { FilterError } from '@/lib/records/filter/filter-error'
import { parseFilterJson } from '@/lib/records/filter/parse-json'
import { parseFilterText } from '@/lib/records/filter/parse-text'
import { parseProperty, propertyText } from '@/lib/records/filter/property'
import { filterToJson } from '@/lib/records/filter/to-json'
import { filterToText } from '@/lib/records/filter/to-text'
import type { AggregateSpec } from '@/lib/records/query/aggregate'

/** What a query asks for, understood. Without a filter it asks for every record. */
export type Query = { filter: Expression | null; fields: Path[] | null; aggregate: AggregateSpec | null }

/**
 * Understands a query as it was sent. `source` is the filter's exact JSON where it was sent as JSON: there numbers keep
 * their digits. @throws ProblemError filter_invalid, with the place and what was expected
 */
export function understandQuery(selector: QuerySelector, source?: string): Query {
  const { filter, fields, aggregate } = selector
  const lang = selector.filter_lang ?? (typeof filter === 'string' ? 'cql2-text' : 'cql2-json')
  return {
    filter: filter === undefined || filter === null ? null : parseFilter(filter, lang, source),
    fields: fields ? distinct(fields.map((f, i) => property(f, `/selector/fields/${i}`))) : null,
    aggregate: aggregate ? understandAggregate(aggregate) : null,
  }
}

function understandAggregate(a: Aggregate): AggregateSpec {
  return {
    group_by: a.group_by.map((f, i) => property(f, `/selector/aggregate/group_by/${i}`)),
    metrics: a.metrics.map(({ op, field }, i) => ({
      op,
      ...(field !== undefined && { field: property(field, `/selector/aggregate/metrics/${i}/field`) }),
    })),
  }
}

function parseFilter(filter: unknown, lang: 'cql2-text' | 'cql2-json', source: string | undefined): Expression {
  if ((lang === 'cql2-text') !== (typeof filter === 'string'))
    throw invalid('/selector/filter_lang', `${lang} is ${lang === 'cql2-text' ? 'a text' : 'a JSON object'}`)
  try {
    return typeof filter === 'string' ? parseFilterText(filter) : parseFilterJson(source ?? JSON.stringify(filter))
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    throw invalid(`/selector/filter${error.pointer ?? ''}`, error.message)
  }
}

function property(text: string, pointer: string): Path {
  try {
    return parseProperty(text)
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    throw invalid(pointer, error.message)
  }
}

const invalid = (pointer: string, detail: string) =>
  new ProblemError('filter_invalid', `${pointer}: ${detail}`, { errors: [{ pointer, detail }] })

const distinct = (paths: Path[]): Path[] => [...new Map(paths.map((p) => [propertyText(p), p])).values()]

/** The one canonical form: what is compared, recorded, and can be sent again. */
export const queryForm = ({ filter, fields, aggregate }: Query): QuerySelector => ({
  type: 'query',
  // Rendered as it is, so that numbers keep their digits.
  filter: filter && (new RawJson(filterToJson(filter)) as unknown as Record<string, unknown>),
  filter_lang: 'cql2-json',
  fields: fieldNames({ fields }),
  aggregate: aggregate && aggregateForm(aggregate),
})

export const fieldNames = ({ fields }: Pick<Query, 'fields'>): string[] | null => fields?.map(propertyText) ?? null

export const aggregateForm = ({ group_by, metrics }: AggregateSpec): Aggregate => ({
  group_by: group_by.map(propertyText),
  metrics: metrics.map(({ op, field }) => ({ op, ...(field && { field: propertyText(field) }) })),
})

export const filterText = (q: Query): string | null => q.filter && filterToText(q.filter)

/** Whether two queries ask the same, however they are written. */
export const sameQuery = (a: Query, b: Query): boolean => renderJson(queryForm(a)) === renderJson(queryForm(b))

/** A query as text, to be kept; numbers keep their digits. */
export const storeQuery = (q: Query): string =>
  JSON.stringify({ ...queryForm(q), filter: q.filter && filterToJson(q.filter) })

/** @throws for text that `storeQuery` did not write */
export function loadQuery(text: string): Query {
  const { filter, ...rest } = JSON.parse(text) as QuerySelector & { filter: string | null }
  return {
    ...understandQuery({ ...rest, filter: null }),
    filter: filter === null ? null : parseFilterJson(filter),
  }
}
