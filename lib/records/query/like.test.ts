import { expect, test } from 'vitest'
import { pick, seeded } from '@/lib/records/test-json'
import { likePattern, matchesLike } from './like'

const matches = (text: string, pattern: string) => matchesLike(text, likePattern(pattern))

test.each<[string, string, boolean]>([
  ['', '', true],
  ['', '%', true],
  ['', '_', false],
  ['abc', 'abc', true],
  ['abc', 'ab', false],
  ['abc', 'a%', true],
  ['abc', '%c', true],
  ['abc', '%b%', true],
  ['abc', '%%%', true],
  ['abc', '%ab', false],
  ['aab', '%ab', true],
  ['abab', 'ab%ab', true],
  ['aba', 'ab%ba', false],
  ['abc', '___', true],
  ['abc', '__', false],
  ['abc', '_%_', true],
  ['\ud83d\ude00', '_', true],
  ['\ud83d\ude00', '__', false],
  ['x\ud83d\ude00y', 'x_y', true],
  ['a%c', 'a\\%c', true],
  ['abc', 'a\\%c', false],
  ['a_c', 'a\\_c', true],
  ['a\\c', 'a\\\\c', true],
  ['a\\', 'a\\', true],
  ['abc', 'a\\bc', true],
  ['a\nb', 'a%b', true],
  ['a.c', 'a.c', true],
  ['abc', 'a.c', false],
  ['abc', '[a]bc', false],
])('%j LIKE %j: %j', (text, pattern, expected) => {
  expect(matches(text, pattern)).toBe(expected)
})

test('agrees with trying everything', () => {
  const slow = (t: string[], q: string[]): boolean => {
    if (q.length === 0) return t.length === 0
    if (q[0] === '%') return slow(t, q.slice(1)) || (t.length > 0 && slow(t.slice(1), q))
    return t.length > 0 && (q[0] === '_' || q[0] === t[0]) && slow(t.slice(1), q.slice(1))
  }
  const random = seeded(4)
  const word = (letters: string[]) => Array.from({ length: random(8) }, () => pick(random, letters))
  for (let run = 0; run < 5000; run++) {
    const text = word(['a', 'b', '\ud83d\ude00'])
    const pattern = word(['a', 'b', '\ud83d\ude00', '%', '%', '_'])
    expect(matches(text.join(''), pattern.join('')), `${text} ${pattern}`).toBe(slow(text, pattern))
  }
})

test('a pattern of many % does not take longer than the product of the lengths', () => {
  expect(matches('a'.repeat(20_000), `${'a%'.repeat(100)}b`)).toBe(false)
})
