import { expect, test } from 'vitest'
import { attempt } from './attempts'

const wrong = async () => null
const outcome = (p: Promise<unknown>) =>
  p.then(
    () => 'checked',
    (e: { code: string }) => e.code,
  )

test('ten wrong passwords, then the address waits a quarter of an hour', async () => {
  for (let i = 0; i < 10; i++) expect(await outcome(attempt('a@example.com', 0, wrong))).toBe('checked')
  expect(await outcome(attempt('A@example.com', 1, wrong))).toBe('rate_limited')
  expect(await outcome(attempt('b@example.com', 1, wrong)), 'another address').toBe('checked')
  expect(await outcome(attempt('a@example.com', 15 * 60_000, wrong)), 'later').toBe('checked')
})

test('guesses made at once count each', async () => {
  const results = await Promise.all(Array.from({ length: 18 }, () => outcome(attempt('c@example.com', 0, wrong))))
  expect(results.filter((r) => r === 'checked')).toHaveLength(10)
})

test('a right password clears the count', async () => {
  for (let i = 0; i < 9; i++) await attempt('d@example.com', 0, wrong)
  await attempt('d@example.com', 0, async () => 'person')
  for (let i = 0; i < 10; i++) expect(await outcome(attempt('d@example.com', 0, wrong))).toBe('checked')
})

test('two checks run at once, the others wait', async () => {
  let running = 0
  let most = 0
  const slow = async () => {
    most = Math.max(most, ++running)
    await new Promise((done) => setTimeout(done, 10))
    running--
    return 'person'
  }
  await Promise.all(Array.from({ length: 8 }, (_, i) => attempt(`e${i}@example.com`, 0, slow)))
  expect(most).toBe(2)
})
