import { describe, expect, it } from 'vitest'
import { returnTo } from './return-to'

describe('returnTo', () => {
  it('keeps an address of this instance', () => {
    expect(returnTo('/artifacts?q=x')).toBe('/artifacts?q=x')
  })
  it.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', '', undefined, ['/a', '/b']])(
    'goes home instead of %s',
    (to) => {
      expect(returnTo(to)).toBe('/')
    },
  )
  it('does not come back to itself', () => {
    expect(returnTo('/sign-in?to=/artifacts')).toBe('/')
  })
})
