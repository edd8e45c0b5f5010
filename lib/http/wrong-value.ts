import type { z } from 'zod'

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

const KINDS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const FORMATS: Record<string, string> = {
  datetime: 'a date and time with an offset, such as 2026-11-06T04:39:50Z',
  email: 'an e-mail address',
  url: 'an address such as https://example.com',
  base64: 'base64',
}

/** What to write instead, for values whose schema says nothing of its own. undefined: the words of the library. */
export const wrongValue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required'
      return KINDS[issue.expected] && `write ${KINDS[issue.expected]}`
    case 'invalid_value':
      if (issue.input === undefined) return 'is required'
      return `write ${issue.values.map((v) => JSON.stringify(v)).join(' or ')}`
    case 'too_small':
      return bound(issue, `${issue.inclusive === false ? 'more than' : 'at least'} ${figure(issue.minimum)}`)
    case 'too_big':
      return bound(issue, `${issue.inclusive === false ? 'less than' : 'at most'} ${figure(issue.maximum)}`)
    case 'invalid_format':
      return FORMATS[issue.format] && `write ${FORMATS[issue.format]}`
    default:
      return undefined
  }
}

const figure = (n: number | bigint) => n.toLocaleString('en')

function bound({ origin }: RawIssue & { origin: string }, amount: string): string {
  if (origin === 'string') return `write ${amount} character${amount.endsWith(' 1') ? '' : 's'}`
  if (origin === 'array') return `list ${amount}`
  return `write ${amount}`
}
