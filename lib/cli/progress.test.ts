import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { Progress, progressLine, showBytes } from './progress'

test('sizes have units', () => {
  expect([0, 1023, 1024, 1_572_864, 5 * 2 ** 30].map(showBytes)).toEqual([
    '0 B',
    '1023 B',
    '1.0 KiB',
    '1.5 MiB',
    '5.0 GiB',
  ])
})

test('a line says how much, how fast and how long', () => {
  expect(progressLine(2 ** 20, 4 * 2 ** 20, 1000, 100)).toBe(
    '[#######.......................]  25 %  1.0 MiB of 4.0 MiB  1.0 MiB/s, 3 s left',
  )
  expect(progressLine(2 ** 20, null, 1000, 100)).toBe('1.0 MiB sent  1.0 MiB/s')
})

test.each([10, 40, 60, 80, 200])('a line fits %i columns', (columns) => {
  for (const done of [0, 1, 2 ** 30])
    expect(progressLine(done, 2 ** 30, 12_345, columns).length).toBeLessThanOrEqual(columns)
})

test('what passes through is unchanged, and nothing is drawn without a terminal or for something quick', async () => {
  const drawn: string[] = []
  const stream = new Writable({
    write(chunk, _e, done) {
      drawn.push(String(chunk))
      done()
    },
  })
  const seen: Buffer[] = []
  const progress = new Progress(6, { stream, columns: 80 }, (c) => seen.push(c))
  const out: Buffer[] = []
  progress.on('data', (c: Buffer) => out.push(c))
  progress.write('abc')
  progress.end('def')
  await new Promise((done) => progress.once('end', done))
  progress.clear()
  expect(Buffer.concat(out).toString()).toBe('abcdef')
  expect(Buffer.concat(seen).toString()).toBe('abcdef')
  expect(drawn).toEqual([])
})
