import type { Call, Command } from './command'
import { usage } from './failure'
import { parseNames } from './names-option'

export const SELECTOR_OPTIONS = {
  count: { type: 'boolean', about: 'how many match' },
  'group-by': { type: 'string', value: 'A,B', about: 'count by the values of these properties, at most 4' },
  fields: { type: 'string', value: 'A,B', about: 'only these properties of each record' },
} satisfies Command['options']

/** What a query on the command line asks for, as a selector. */
export function selectorOf(given: Call['given'], filter: string) {
  const [fields, groupBy, count] = [given.text('fields'), given.text('group-by'), given.flag('count')]
  const figures = count || groupBy !== undefined
  if (figures && fields !== undefined) throw usage('Give --fields, or --count or --group-by, not both.')
  return {
    type: 'query',
    filter,
    ...(fields !== undefined && { fields: names('fields', fields) }),
    ...(figures && {
      aggregate: {
        group_by: groupBy === undefined ? [] : names('group-by', groupBy),
        metrics: [{ op: 'count' }],
      },
    }),
  }
}

function names(option: string, text: string): string[] {
  const found = parseNames(text)
  if (found.length === 0) throw usage(`--${option} names no property: write severity, or host.region,"a.b".`)
  return found
}
