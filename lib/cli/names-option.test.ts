import { expect, test } from 'vitest'
import { parseNames } from './names-option'

test.each([
  ['severity', ['severity']],
  ['a, host.region,"a,b"', ['a', 'host.region', '"a,b"']],
  ['"say ""a,b""".c,d', ['"say ""a,b""".c', 'd']],
  [' ,', []],
  // The service says what is wrong with it.
  ['a,"b', ['a', '"b']],
])('%s', (text, names) => {
  expect(parseNames(text)).toEqual(names)
})
