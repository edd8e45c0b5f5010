import { expect, test } from 'vitest'
import { GrantInput } from '@/lib/protocol/authority'
import { grantInput } from './form-input'

const ART = 'art_01h455vb4pex5vsknk084sn02q'
function form(fields: [string, string][]): FormData {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return data
}
const reason = ['reason', ' joint incident '] as [string, string]

test('what is entered is what is asked for: one name a line, instants in UTC, empty is left out', () => {
  const entered = form([
    ['what', ` artifact:${ART} `],
    ['grantee', 'agt_1'],
    ['grantee_tenant', 'northwind'],
    ['purposes', 'diagnosis'],
    ['purposes', 'audit'],
    ['mask', 'email\r\n\nfull name, legal\n'],
    ['not_before', '2026-11-06T04:00'],
    ['until', '2026-11-07T04:00:30'],
    reason,
  ])
  const input = grantInput(entered, { what: 'artifact', to: 'principal' })
  expect(input).toEqual({
    artifact_id: ART,
    to: { kind: 'principal', principal_id: 'agt_1', tenant_id: 'northwind' },
    purposes: ['diagnosis', 'audit'],
    mask: ['email', 'full name, legal'],
    not_before: '2026-11-06T04:00:00Z',
    until: '2026-11-07T04:00:30Z',
    reason: 'joint incident',
  })
  expect(GrantInput.parse(input)).toEqual(input)
})

test.each([
  ['tenant', { kind: 'tenant', tenant_id: 'northwind' }],
  ['run', { kind: 'run', run_id: 'northwind' }],
] as const)('a grant over a run to a %s', (to, grantee) => {
  const entered = form([
    ['what', 'run_1'],
    ['grantee', 'northwind'],
    ['grantee_tenant', ''],
    ['purposes', 'diagnosis'],
    ['mask', ''],
    ['not_before', ''],
    ['until', ''],
    reason,
  ])
  const input = grantInput(entered, { what: 'run', to })
  expect(input).toEqual({ run_id: 'run_1', to: grantee, purposes: ['diagnosis'], reason: 'joint incident' })
})
