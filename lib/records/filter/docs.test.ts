import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as limits from './limits'
import { parseFilterJson } from './parse-json'
import { parseFilterText } from './parse-text'
import { filterToText } from './to-text'

const page = readFileSync('docs/filters.md', 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(/```(\S+)\n(.*?)```/gs)].filter((m) => m[1] === language).map((m) => m[2]!)
const examples = blocks('cql2').flatMap((block) => block.trim().split('\n'))

test.each(examples)('the page on filters has %s', (text) => {
  expect(filterToText(parseFilterText(text))).toBe(text)
})

test('its JSON is its first example, and its limits are those that hold', () => {
  const [json] = blocks('json')
  expect(parseFilterJson(json!)).toStrictEqual(parseFilterText(examples[0]!))
  for (const most of [limits.MAX_TEXT, limits.MAX_JSON, limits.MAX_DEPTH, limits.MAX_NODES, limits.MAX_IN])
    expect(page).toContain(`| ${most.toLocaleString('en')} `)
})
