import { describe, expect, it } from 'vitest'
import { PublishRequest } from '@/lib/protocol/publish'
import { startCommands } from './commands'

const commands = (baseUrl = 'http://localhost:3000') =>
  startCommands({ baseUrl, tenant: 'acme', at: '2026-11-06T04:39:50.123Z', keys: { capture: 'hf_c', agent: 'hf_a' } })

describe('startCommands', () => {
  it('publishes what the API takes', () => {
    const body = /-d '([^']*)'\)/.exec(commands().publish)![1]!
    const { manifest } = PublishRequest.parse(JSON.parse(body))
    expect(manifest.tool_call.id).toBe('call_first_20261106043950')
  })
  it('quotes whatever the address of the instance is', () => {
    expect(commands("http://a'b").keys).toContain(`HOLDFAST_URL='http://a'\\''b'`)
  })
})
