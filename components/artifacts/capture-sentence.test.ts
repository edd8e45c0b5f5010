import { describe, expect, it } from 'vitest'
import { captureSentence } from './capture-sentence'

const omission = { coverage: { region: 'us-east' }, reason: 'timeout' as const, retryable: true }

describe('captureSentence', () => {
  it('says "in full" only of what was declared complete', () => {
    expect(
      captureSentence({ status: 'complete', coverage: { region: ['eu-west'] }, records: 1, omissions: [] }),
    ).toEqual({ captured: 'Captured eu-west in full.', missing: null })
  })
  it('names what is missing and why', () => {
    const said = captureSentence({
      status: 'partial',
      coverage: { region: ['eu-west'] },
      records: 1,
      omissions: [omission],
    })
    expect(said).toEqual({
      captured: 'Captured eu-west.',
      missing: 'us-east is missing: timeout.',
    })
  })
  it('keeps a masked field of a complete capture in the sentence', () => {
    const said = captureSentence({
      status: 'complete',
      coverage: {},
      records: 1,
      omissions: [{ field: 'customer_id', reason: 'redacted', retryable: false }],
    })
    expect(said.missing).toBe('field customer_id is missing: redacted.')
  })
  it('claims nothing of an unknown capture', () => {
    expect(captureSentence({ status: 'unknown', coverage: {}, records: 0, omissions: [] }).missing).toBe(
      'How much of it was captured is unknown.',
    )
  })
})
