import { describe, expect, it } from 'vitest'
import { ArtifactRef } from '@/lib/protocol/artifact-ref'
import { fieldsOf } from './fields'

const ref: ArtifactRef = {
  artifact_id: `art_${'0'.repeat(26)}`,
  content_hash: `sha256:${'a'.repeat(64)}`,
  tool_call_id: '',
  schema_version: null,
  created_at: '2026-11-06T04:40:00Z',
  source_version: { source_id: 's', snapshot_id: 'v', observed_at: '2026-11-06T04:39:50Z' },
  completeness: {
    status: 'partial',
    coverage: { region: 'eu-west' },
    records: 12840,
    omissions: [{ coverage: { region: 'us-east' }, reason: 'timeout', retryable: true }],
  },
  scope: { tenant_id: 't', run_id: 'r' },
  expires_at: null,
  retrieval: {
    resolver: 'artifact.read.v1',
    consistency: 'pinned_snapshot',
    selectors: ['byte_range', 'record_range'],
  },
}

describe('fieldsOf', () => {
  it('explains exactly the fields of the descriptor, in its order', () => {
    expect(fieldsOf(ref).map((f) => f.name)).toEqual(Object.keys(ArtifactRef.shape))
  })

  it('never marks what a publisher said as checked', () => {
    const origins = Object.fromEntries(fieldsOf(ref).map((f) => [f.name, f.origins.map((o) => o.kind)]))
    expect(origins).toMatchObject({
      content_hash: ['verified'],
      tool_call_id: ['declared'],
      source_version: ['declared'],
      completeness: ['declared', 'verified'],
      created_at: ['assigned'],
    })
  })

  it('says what the service derived itself, and that it rests on what was declared of the input', () => {
    const says = Object.fromEntries(fieldsOf(ref, true).map((f) => [f.name, f.origins.map((o) => o.says)]))
    expect(says).toMatchObject({
      tool_call_id: ['assigned by the service'],
      source_version: ['declared of the input'],
      completeness: ['computed by the service from what the input declares', 'records counted by the service'],
    })
  })

  it('marks no count where none was made', () => {
    const opaque = { ...ref, completeness: { ...ref.completeness, records: null } }
    expect(fieldsOf(opaque).find((f) => f.name === 'completeness')!.origins).toHaveLength(1)
  })

  it('names the gap and its reason', () => {
    expect(fieldsOf(ref).find((f) => f.name === 'completeness')!.value).toBe(
      'partial: region eu-west, 12,840 records, omitted region us-east (timeout)',
    )
  })
})
