import { expect, test } from 'vitest'
import { parseInstant } from '@/lib/records/instant'
import { pick, seeded } from '@/lib/records/test-json'
import { InstantTicks } from './instant-ticks'

test('is what parseInstant has, for times and for what is nearly one', () => {
  const random = seeded(5)
  const ticks = new InstantTicks()
  const two = (n: number) => String(random(n)).padStart(2, '0')
  const written = () => {
    const date = `${pick(random, ['0000', '1969', '2016', '2024', '9999', '20a4'])}-${two(14)}-${two(33)}`
    const time = `${pick(random, ['T', 'T', 't', ' '])}${two(25)}:${two(61)}:${two(62)}`
    const fraction = pick(random, ['', '', '.5', '.000', '.', '.1x'])
    const offset = pick(random, ['Z', 'Z', 'z', '+02:00', '-23:59', '+24:00', '-1:00', '', '+0200'])
    const text = pick(random, [
      date,
      `${date}${time}${fraction}${offset}`,
      '2016-12-31T23:59:60Z',
      '2024-06-30T23:59:60Z',
    ])
    const at = random(text.length)
    return random(4) === 0 ? text.slice(0, at) + pick(random, ['', ':', '-', '0', 'é']) + text.slice(at + 1) : text
  }
  let times = 0
  for (let i = 0; i < 20_000; i++) {
    const text = written()
    const bytes = Buffer.from(`9${text}9`)
    const tick = ticks.of(bytes, 1, bytes.length - 1)
    const expected = parseInstant(text)?.tick ?? Number.NaN
    if (!Object.is(tick, expected)) expect({ text, tick }).toEqual({ text, tick: expected })
    if (!Number.isNaN(tick)) times++
  }
  expect(times).toBeGreaterThan(2000)
})
