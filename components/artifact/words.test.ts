import { describe, expect, it } from 'vitest'
import { disclosureOutcome, quarantineWords, range, ruleSentence, selectorWords, verifiedWords } from './words'

describe('disclosureOutcome', () => {
  it('tells a refusal from a permission that released nothing', () => {
    expect(disclosureOutcome({ decision: 'allow', rule: 'run_participant' })).toBe('allowed')
    expect(disclosureOutcome({ decision: 'refuse', rule: null })).toBe('refused')
    expect(disclosureOutcome({ decision: 'refuse', rule: 'run_participant' })).toBe('withdrawn')
  })
})

describe('words', () => {
  it('writes intervals half-open', () => {
    expect(range(0, 12840)).toBe('[0, 12,840)')
    expect(selectorWords({ type: 'byte_range', start: 0, end: 4096 })).toBe('bytes [0, 4,096)')
    expect(selectorWords({ type: 'query' })).toBe('a query')
    expect(selectorWords(null)).toBe('whole')
  })

  it('names the rule as a sentence, and a rule it does not know by its name', () => {
    const scope = { tenant_id: 'acme', run_id: 'run_1' }
    expect(ruleSentence('tenant_auditor', scope, 'audit')).toContain('auditor of the tenant acme')
    expect(ruleSentence('run_participant', scope, 'diagnosis')).toContain('run run_1')
    expect(ruleSentence('grant', scope, 'audit')).toContain('grant')
  })

  it('says what failed', () => {
    expect(quarantineWords('whole')).toContain('another digest')
    expect(quarantineWords('chunk 3 did not authenticate')).toContain('chunk 3')
  })
})

describe('verifiedWords', () => {
  it('claims no chunk that was left out in between', () => {
    expect(verifiedWords({ start: 2, end: 5, total: 1_088, read: 3 })).toBe('chunks [2, 5) of 1,088')
    expect(verifiedWords({ start: 2, end: 50, total: 88, read: 3 })).toBe('3 chunks in [2, 50) of 88')
    expect(verifiedWords({ start: 2, end: 50, total: 88, read: 1 })).toBe('1 chunk in [2, 50) of 88')
  })
})
