import { expect, test } from 'vitest'
import { compareTexts, hasLoneSurrogate } from './text'

test('texts are in the order of their UTF-8', () => {
  const texts = [
    '',
    '\u0000',
    'Z',
    'a',
    'aa',
    'é',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\uffff\uffff',
    '\ud800\udc00',
    '\udbff\udfff',
  ]
  for (const a of texts)
    for (const b of texts) expect(Math.sign(compareTexts(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
})

test('a surrogate without its other half is found', () => {
  expect(['\ud800', 'a\udc00', '\udc00\ud800', '\ud83d\ude00\ud83d'].map(hasLoneSurrogate)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['', 'a', '\ud83d\ude00'].map(hasLoneSurrogate)).toEqual([false, false, false])
})
