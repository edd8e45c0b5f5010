import { describe, expect, it } from 'vitest'
import { byteRows, bytesOf, parsePlace } from './byte-rows'

describe('bytesOf', () => {
  it('gives the bytes of text and of base64', () => {
    expect([...bytesOf({ text: '\ufeffé\0' })]).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0])
    expect([...bytesOf({ base64: '/wCA' })]).toEqual([0xff, 0, 0x80])
    expect(bytesOf({ text: '' }).length).toBe(0)
  })
})

describe('byteRows', () => {
  it('cuts rows, counts offsets from the start and shows only printable ASCII', () => {
    const rows = byteRows(new TextEncoder().encode('<b>\0é~'), 32, 4)
    expect(rows).toEqual([
      { offset: 32, hex: ['3c', '62', '3e', '00'], text: '<b>·' },
      { offset: 36, hex: ['c3', 'a9', '7e'], text: '··~' },
    ])
  })
})

describe('parsePlace', () => {
  it.each([
    ['0', 0],
    ['12,840', 12840],
    ['0x1000', 4096],
    [' 7 ', 7],
    ['-1', null],
    ['1.5', null],
    ['', null],
    ['0xzz', null],
    ['99999999999999999', null],
  ])('%j', (text, value) => expect(parsePlace(text)).toBe(value))
})
