import { describe, expect, it } from 'vitest'
import { destinations } from './destination'

const id = 'art_01h455vb4pex5vsknk084sn02q'

describe('destinations', () => {
  it('opens the artifact an id or a reference names', () => {
    expect(destinations(` ${id} `).map((d) => d.href)).toEqual([`/artifacts/${id}`])
    expect(destinations(`artifact:${id}`)[0]!.href).toBe(`/artifacts/${id}`)
  })
  it('finds a digest with or without its algorithm, in either case', () => {
    const hex = 'ab'.repeat(32)
    expect(destinations(hex.toUpperCase()).map((d) => d.href)).toEqual([`/artifacts?q=sha256:${hex}`])
    expect(destinations(`sha256:${hex}`)[0]!.href).toBe(`/artifacts?q=sha256:${hex}`)
  })
  it('takes anything else as a tool call or locator, escaped', () => {
    expect(destinations('/tmp/a&b.json').map((d) => d.href)).toEqual(['/artifacts?q=%2Ftmp%2Fa%26b.json'])
  })
  it('offers the run where the text can be one', () => {
    expect(destinations('run_042').map((d) => d.href)).toEqual([
      '/artifacts?q=run_042',
      '/runs/run_042',
      '/artifacts?run=run_042',
      '/locators?run=run_042',
    ])
  })
  it('opens the event an id names', () => {
    for (const event of [`evt_${id.slice(4)}`, `dsc_${id.slice(4)}`])
      expect(destinations(event).map((d) => d.href)).toEqual([`/audit?peek=${event}`])
  })
  it('leads nowhere from nothing', () => {
    expect(destinations('  ')).toEqual([])
  })
})
