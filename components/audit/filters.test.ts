import { describe, expect, it } from 'vitest'
import { frozen, isNarrowed, loadFilters, toQuery } from './filters'

const now = Date.parse('2026-11-06T05:00:00Z')
const filters = (params: Record<string, string>) => loadFilters(params)

describe('the query of the log', () => {
  it('passes on what is set, and what is peeked at is no filter', () => {
    const f = filters({ kind: 'disclosure,verify', decision: 'refuse', actor: 'agt_1', peek: 'evt_1' })
    expect(toQuery(f, 'acme', now)).toEqual({
      tenant: 'acme',
      kind: 'disclosure,verify',
      decision: 'refuse',
      actor: 'agt_1',
    })
    expect(isNarrowed(f)).toBe(true)
    expect(isNarrowed(filters({ peek: 'evt_1', tenant: 'acme' }))).toBe(false)
  })
  it('names no tenant for the log of the instance', () => {
    expect(toQuery(filters({ log: 'instance' }), 'acme', now)).toEqual({ log: 'instance' })
  })
  it('gives a relative window a start, and a copied one both ends', () => {
    const f = filters({ within: '1h' })
    expect(toQuery(f, 'acme', now)).toEqual({ tenant: 'acme', from: '2026-11-06T04:00:00.000Z' })
    expect(frozen(f, 'acme', now)).toMatchObject({
      within: null,
      from: '2026-11-06T04:00:00.000Z',
      to: '2026-11-06T05:00:00.000Z',
    })
  })
})
