import { expect, test } from 'vitest'
import { contentBlockLines } from './content-blocks'

test('white space between tokens goes; strings, digits and order stay', () => {
  expect(contentBlockLines(['{ "b" : 1.0 ,\n "a\\" x" : " \\n " }', '[ ]'])).toBe('{"b":1.0,"a\\" x":" \\n "}\n[]\n')
})
