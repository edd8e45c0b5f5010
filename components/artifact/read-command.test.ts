import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { ReadRequest } from '@/lib/protocol/read'
import { type Asked, readCommand } from './read-command'

/** What a shell hands to curl: the words of the command, one after another. */
const wordsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], {
    env: { ...process.env, HOLDFAST_KEY: 'hf_k' },
  })
    .toString()
    .split('\0')
    .slice(0, -1)

const bodyOf = (selector: Asked, purpose: string | null = null) =>
  JSON.parse(wordsOf(readCommand({ origin: 'http://localhost:3000', id: 'art_1', selector, purpose })).at(-1)!)

describe('readCommand', () => {
  it.each([
    `severity = 'critical' AND region = 'eu-west'`,
    `name = 'it''s' OR "a b" = '$HOME \`id\` \\n!!'`,
    `a = 1\nAND b = 2`,
  ])('brings a filter through a shell unchanged: %j', (filter) => {
    const body = bodyOf({ type: 'query', filter }, 'audit')
    expect(body).toEqual({ selector: { type: 'query', filter }, purpose: 'audit' })
    expect(ReadRequest.safeParse(body).success).toBe(true)
  })

  it('asks the artifact, with the key of the environment', () => {
    const selector: Asked = { type: 'record_range', start: 0, end: 10 }
    const words = wordsOf(readCommand({ origin: 'http://localhost:3000', id: 'art_1', selector, purpose: null }))
    expect(words.slice(0, 6)).toEqual([
      '-s',
      '-X',
      'POST',
      'http://localhost:3000/api/v1/artifacts/art_1/read',
      '-H',
      'Authorization: Bearer hf_k',
    ])
    expect(bodyOf(selector)).toEqual({ selector })
  })
})
