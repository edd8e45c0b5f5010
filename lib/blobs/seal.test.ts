import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seal, sealWith, subkey, unseal, unsealWith } from './seal'

const key = randomBytes(32)
const refused = expect.objectContaining({ code: 'integrity_failed' })

describe.each([
  ['seal', seal, unseal],
  ['sealWith', sealWith, unsealWith],
])('%s', (_, close, open) => {
  it('opens what it sealed, of any length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.string(), (bytes, label) => {
        expect(open(key, label, close(key, label, bytes))).toEqual(Buffer.from(bytes))
      }),
    )
  })

  it('seals the same value differently each time, without showing it', () => {
    const value = Buffer.from('a value that would be recognised')
    const one = close(key, 'label', value)
    expect(one.equals(close(key, 'label', value))).toBe(false)
    expect(one.includes(value)).toBe(false)
    expect(one.length).toBe(value.length + 28)
  })

  it('refuses a change of any byte, and any cut', () => {
    const sealed = close(key, 'label', Buffer.from('value'))
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed)
      changed[i]! ^= 1
      expect(() => open(key, 'label', changed)).toThrow(refused)
      expect(() => open(key, 'label', sealed.subarray(0, i))).toThrow(refused)
    }
    expect(() => open(key, 'label', Buffer.concat([sealed, Buffer.alloc(1)]))).toThrow(refused)
  })

  it('refuses another label and another key', () => {
    const sealed = close(key, 'manifest', Buffer.from('value'))
    expect(() => open(key, 'locator', sealed)).toThrow(refused)
    expect(() => open(randomBytes(32), 'manifest', sealed)).toThrow(refused)
  })
})

it('derives a different key for each purpose (RFC 5869)', () => {
  const keys = ['object parts', 'leaf salts', 'seal manifest', 'seal locator'].map((info) =>
    subkey(key, info).toString('hex'),
  )
  expect(new Set([...keys, key.toString('hex')]).size).toBe(5)
  expect(() => unseal(key, 'label', sealWith(key, 'label', Buffer.from('x')))).toThrow(refused)
})
