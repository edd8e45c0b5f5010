import { RawJson } from '@/lib/protocol/raw-json'
import type { AggregateResult } from '@/lib/protocol/read'
import { propertyText } from '@/lib/records/filter/property'
import { type AggregateSpec, type AggregationState, figureJson, MAX_GROUPS } from '@/lib/records/query/aggregate'

/** The figures so far, for an answer: values with the digits they were captured with. */
export function aggregateResult(spec: AggregateSpec, state: AggregationState): AggregateResult {
  return {
    group_by: spec.group_by.map(propertyText),
    metrics: spec.metrics.map(({ op, field }) => ({ op, ...(field && { field: propertyText(field) }) })),
    groups: state.groups.map((g) => ({
      key: g.key.map((json) => new RawJson(json)),
      values: g.figures.map((f, i) => ({
        value: new RawJson(figureJson(spec.metrics[i]!.op, f)),
        unknown: f.unknown,
        ...(f.mixed && { mixed: true as const }),
      })),
    })),
    bound: MAX_GROUPS,
    beyond_bound: state.beyond_bound,
    not_grouped: state.not_grouped,
    not_grouped_withheld: state.not_grouped_withheld,
  }
}
