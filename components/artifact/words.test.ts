import { describe, expect, it } from 'vitest'
import { disclosureOutcome, quarantineWords, range, ruleSentence, selectorWords } from './words'

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
