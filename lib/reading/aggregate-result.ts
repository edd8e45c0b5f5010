import { RawJson } from '@/lib/protocol/raw-json'
import { type AggregateResult, QUERY_LIMITS } from '@/lib/protocol/read'
import { propertyText } from '@/lib/records/filter/property'
import { type AggregateSpec, Aggregation, type AggregationState } from '@/lib/records/query/aggregate'
import type { OpenQuery } from './open-query'

/** The figures so far, for an answer: values with the digits they were captured with. */
export function aggregateResult(
  spec: AggregateSpec,
  open: Pick<OpenQuery, 'shape' | 'withheld'>,
  state: AggregationState,
): AggregateResult {
  const result = Aggregation.restore(spec, open.shape, open.withheld, state).result()
  return {
    group_by: spec.group_by.map(propertyText),
    metrics: spec.metrics.map(({ op, field }) => ({ op, ...(field && { field: propertyText(field) }) })),
    groups: result.groups.map((g) => ({
      key: g.key.map((json) => new RawJson(json)),
      values: g.values.map((v) => ({
        value: new RawJson(v.json),
        unknown: v.unknown,
        ...(v.mixed && { mixed: true as const }),
      })),
    })),
    bound: QUERY_LIMITS.groups,
    beyond_bound: result.beyond_bound,
    not_grouped: result.not_grouped,
    not_grouped_withheld: result.not_grouped_withheld,
  }
}
