import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FilterError } from './filter-error'
import { parseFilterJson } from './parse-json'
import { parseFilterText } from './parse-text'

/** What docs/filters.md shows is what is understood. */
const page = readFileSync('docs/filters.md', 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map((m) => m[1]!)

const shown = blocks('sql').flatMap((block) => block.trimEnd().split('\n'))
test.each(shown)('%s', (text) => {
  expect(parseFilterText(text)).toBeTruthy()
})

test('as JSON', () => {
  expect(blocks('json').map((json) => parseFilterJson(json).kind)).toEqual(['and'])
})

const refused = [...page.slice(page.indexOf('## Refused')).matchAll(/^\| `(.+)` \| (.+) \|$/gm)]
test.each(refused.map((m) => [m[1]!, m[2]!]))('%s is refused', (text, says) => {
  expect(() => parseFilterText(text)).toThrow(FilterError)
  expect(() => parseFilterText(text)).toThrow(says)
})

test('the page shows some of each', () => {
  expect([shown.length > 10, refused.length]).toEqual([true, 10])
})
