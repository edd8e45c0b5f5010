import { expect, test } from 'vitest'
import { Turns } from './turns'

/** Which of the asked turns have begun. */
function ask(turns: Turns, owners: string[]) {
  const begun: { owner: string; end: () => void }[] = []
  for (const owner of owners) void turns.take(owner).then((end) => begun.push({ owner, end }))
  return begun
}
const settle = () => new Promise((done) => setImmediate(done))

test('an owner that asks for many waits for its own places, and no other waits for it', async () => {
  const turns = new Turns({ total: 4, each: 2, waiting: 100 })
  const begun = ask(turns, ['a', 'a', 'a', 'a', 'a', 'b'])
  await settle()
  expect(begun.map((t) => t.owner)).toEqual(['a', 'a', 'b'])
})

test('a place that becomes free goes to whoever has the fewest, then to whoever waited longest', async () => {
  const turns = new Turns({ total: 2, each: 2, waiting: 100 })
  const begun = ask(turns, ['a', 'a', 'a', 'b', 'c'])
  await settle()
  begun[0]!.end()
  await settle()
  // Now one `a` and one `b` are under way.
  begun[1]!.end()
  await settle()
  expect(begun.map((t) => t.owner)).toEqual(['a', 'a', 'b', 'a'])
  begun[2]!.end()
  await settle()
  expect(begun.map((t) => t.owner)).toEqual(['a', 'a', 'b', 'a', 'c'])
})

test('a place is given back once', async () => {
  const turns = new Turns({ total: 1, each: 1, waiting: 100 })
  const begun = ask(turns, ['a', 'b', 'c'])
  await settle()
  begun[0]!.end()
  begun[0]!.end()
  await settle()
  expect(begun).toHaveLength(2)
})

test('more than may wait are refused, with when to come again', async () => {
  const turns = new Turns({ total: 1, each: 1, waiting: 1 })
  ask(turns, ['a', 'a'])
  await settle()
  await expect(turns.take('a')).rejects.toMatchObject({ code: 'rate_limited', extra: { retry_after_ms: 1_000 } })
})
