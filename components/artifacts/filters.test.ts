import { describe, expect, it } from 'vitest'
import { type Filters, frozen, isNarrowed, loadFilters, toQuery } from './filters'

const now = Date.parse('2026-11-06T05:00:00Z')
const filters = (params: Record<string, string>): Filters => loadFilters(params)

describe('toQuery', () => {
  it('passes on what is set and nothing else', () => {
    expect(toQuery(filters({ run: 'run_1', state: 'expired', peek: 'art_x', purpose: 'audit' }), 'acme', now)).toEqual({
      tenant: 'acme',
      run: 'run_1',
      state: 'expired',
    })
  })
  it('asks for what others share only in so many words', () => {
    expect(toQuery(filters({ shared: 'true' }), 'acme', now)).toEqual({ tenant: 'acme', shared: 'true' })
    expect(toQuery(filters({ shared: 'yes' }), 'acme', now)).toEqual({ tenant: 'acme' })
    expect(isNarrowed(filters({ shared: 'true' }))).toBe(false)
  })
  it('ignores a state that is none', () => {
    expect(toQuery(filters({ state: 'fine' }), 'acme', now)).toEqual({ tenant: 'acme' })
  })
  it('turns a relative window into an instant', () => {
    expect(toQuery(filters({ within: '1h' }), 'acme', now)).toEqual({
      tenant: 'acme',
      observed_from: '2026-11-06T04:00:00.000Z',
    })
  })
  it('lets absolute bounds count instead of the window', () => {
    const f = filters({ within: '1h', observed_to: '2026-01-01T00:00:00Z' })
    expect(toQuery(f, 'acme', now)).toEqual({ tenant: 'acme', observed_to: '2026-01-01T00:00:00Z' })
  })
})

describe('frozen', () => {
  it('closes a relative window at both ends and names the tenant', () => {
    const f = frozen(filters({ within: '24h', q: 'x' }), 'acme', now)
    expect(f).toMatchObject({
      tenant: 'acme',
      within: null,
      q: 'x',
      observed_from: '2026-11-05T05:00:00.000Z',
      observed_to: '2026-11-06T05:00:00.000Z',
    })
  })
  it('leaves absolute bounds as they are', () => {
    const f = frozen(filters({ within: '24h', observed_from: '2026-01-01T00:00:00Z' }), 'acme', now)
    expect(f).toMatchObject({ within: null, observed_from: '2026-01-01T00:00:00Z', observed_to: null })
  })
})

describe('isNarrowed', () => {
  it('does not count the tenant, the purpose or the peeked row', () => {
    expect(isNarrowed(filters({ tenant: 'acme', peek: 'art_x', purpose: 'audit' }))).toBe(false)
    expect(isNarrowed(filters({ within: '1h' }))).toBe(true)
  })
})
