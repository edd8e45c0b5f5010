import { describe, expect, it } from 'vitest'
import { visible, visibleLines } from './visible-text'

describe('visible', () => {
  it('leaves ordinary text of any script alone', () => {
    const text = 'eu-west é 漢字 שלום 👩 <b>&amp;</b>'
    expect(visible(text)).toBe(text)
  })

  it('shows what would hide or reorder', () => {
    expect(visible('a\u202eb\u200bc\0d\ufeff')).toBe('a‹U+202E›b‹U+200B›c‹U+0000›d‹U+FEFF›')
    expect(visible('\ud800x')).toBe('‹U+D800›x')
  })

  it('names line ends in one-line text and keeps them in text of several lines', () => {
    expect(visible('a\r\n\tb')).toBe('a\\r\\n\\tb')
    expect(visibleLines('a\r\n\tb\u2028')).toBe('a\\r\n\tb‹U+2028›')
  })
})
