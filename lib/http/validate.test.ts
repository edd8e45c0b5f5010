import { expect, test } from 'vitest'
import { isProblem } from '@/lib/protocol/problem'
import { Manifest, PublishRequest } from '@/lib/protocol/publish'
import { ReadRequest } from '@/lib/protocol/read'
import { parseWith } from './validate'

function refused(work: () => unknown): Record<string, string> {
  try {
    work()
  } catch (error) {
    if (isProblem(error)) return Object.fromEntries(error.extra.errors!.map((e) => [e.pointer, e.detail]))
    throw error
  }
  throw new Error('it was accepted')
}

test('a value of the wrong kind is not called missing', () => {
  expect(refused(() => parseWith(ReadRequest, { selector: { type: 'record_range', start: 'a' } }))).toEqual({
    '/selector/start': 'write a number',
    '/selector/end': 'is required',
  })
})

test('each wrong value says what to write instead', () => {
  const manifest = {
    tool_call: { id: 7, tool: '', outcome: 'maybe' },
    run_id: null,
    source_version: { source_id: 's'.repeat(513), snapshot_id: '1', observed_at: 'yesterday' },
    completness: {},
    inputs: 'art_1',
  }
  expect(refused(() => parseWith(Manifest, manifest, '/manifest'))).toMatchObject({
    '/manifest/tool_call/id': 'write a string',
    '/manifest/tool_call/tool': 'write at least 1 character',
    '/manifest/tool_call/outcome': 'write "success" or "error" or "partial"',
    '/manifest/run_id': 'write a string',
    '/manifest/source_version/source_id': 'write at most 512 characters',
    '/manifest/source_version/observed_at': 'write a date and time with an offset, such as 2026-11-06T04:39:50Z',
    '/manifest/completness': 'unknown field; leave it out',
    '/manifest/inputs': 'write a list',
  })
  expect(refused(() => parseWith(ReadRequest, { cursor: 'x', limit: 5000, max_bytes: 1.5 }))).toEqual({
    '/limit': 'write at most 1,000',
    '/max_bytes': 'write a whole number',
  })
})

test.each([ReadRequest, PublishRequest])('what the reference fills in fits', (schema) => {
  for (const example of schema.meta()!.examples as unknown[]) expect(() => parseWith(schema, example)).not.toThrow()
})
