import { describe, expect, it } from 'vitest'
import { middle } from './middle'

describe('middle', () => {
  it('keeps a text that is no longer than its shortened form', () => {
    expect(middle('a'.repeat(19))).toBe('a'.repeat(19))
  })
  it('keeps the head and the tail of a longer one', () => {
    expect(middle('art_01h455vb4pex5vsknk084sn02q')).toBe('art_01h455vb…4sn02q')
  })
})
