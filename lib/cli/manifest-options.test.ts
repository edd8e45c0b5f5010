import { describe, expect, test } from 'vitest'
import { Manifest } from '@/lib/protocol/publish'
import { parseCommandLine } from './arguments'
import { MANIFEST_OPTIONS, manifestText } from './manifest-options'

const given = (...args: string[]) => parseCommandLine(args, MANIFEST_OPTIONS, [])
const FACTS = ['--run', 'r1', '--tool', 'logs', '--call', 'c1', '--source', 's', '--snapshot', '42']
const AT = ['--observed-at', '2026-11-06T04:39:50Z']

describe('manifestText', () => {
  test('options alone make a manifest that the protocol accepts', () => {
    const text = manifestText(
      given(
        ...FACTS,
        ...AT,
        '--status=partial',
        '--coverage={"region":["eu-west"]}',
        '--omission={"field":"user","reason":"redacted"}',
        '--arguments={"n":1}',
        '--format=json_array',
        '--pointer=/items',
        '--locator=/tmp/incident.json',
        '--input=art_01h455vb4pex5vsknk084sn02q',
        '--transform=join',
        '--transform-version=1',
        `--hash=${'a'.repeat(64)}`,
      ),
      null,
    )
    expect(Manifest.parse(JSON.parse(text))).toMatchObject({
      run_id: 'r1',
      tool_call: { id: 'c1', tool: 'logs', arguments: { n: 1 }, outcome: 'success' },
      output: 'result',
      source_version: { source_id: 's', snapshot_id: '42', observed_at: '2026-11-06T04:39:50Z' },
      completeness: { status: 'partial', coverage: { region: ['eu-west'] }, omissions: [{ field: 'user' }] },
      record_format: 'json_array',
      records_pointer: '/items',
      locator: '/tmp/incident.json',
      inputs: ['artifact:art_01h455vb4pex5vsknk084sn02q'],
      transformation: { name: 'join', version: '1' },
      content_hash: `sha256:${'a'.repeat(64)}`,
    })
  })

  test('an empty call id is an id', () => {
    const text = manifestText(given('--run=r', '--tool=t', '--call=', '--source=s', '--snapshot=1', ...AT), null)
    expect(JSON.parse(text).tool_call.id).toBe('')
  })

  test('names every missing fact at once', () => {
    expect(() => manifestText(given('--run=r', '--source=s'), null)).toThrow(
      'The manifest lacks --tool, --call, --snapshot, --observed-at.',
    )
  })

  const file = JSON.stringify({
    run_id: 'r1',
    tool_call: { id: 'c1', tool: 'logs', version: '3' },
    source_version: { source_id: 's', snapshot_id: '1', observed_at: '2026-11-06T04:39:50Z' },
  })

  test('a file without additions goes out byte for byte, duplicates included', () => {
    const odd = ` ${file.replace('"version":"3"', '"version":"3","version":"4"')}\n`
    expect(manifestText(given(), odd)).toBe(odd)
  })

  test('options win over the file and leave the rest of it', () => {
    expect(JSON.parse(manifestText(given('--call=c2', '--expires=2027-01-01T00:00:00Z'), file))).toEqual({
      ...JSON.parse(file),
      tool_call: { id: 'c2', tool: 'logs', version: '3' },
      expires_at: '2027-01-01T00:00:00Z',
    })
  })

  test('adding to a file refuses duplicate names and keeps arguments as written', () => {
    const twice = file.replace('"version":"3"', '"version":"3","version":"4"')
    expect(() => manifestText(given('--call=c2'), twice)).toThrow(/--manifest is not valid I-JSON/)
    const args = '{"a": 1.0,"b":9007199254740993}'
    const exact = file.replace('"version":"3"', `"arguments":${args}`)
    expect(manifestText(given('--call=c2'), exact)).toContain(`"arguments":${args}`)
    expect(manifestText(given(...FACTS, ...AT, `--arguments=${args}`), null)).toContain(`"arguments":${args}`)
  })

  test.each(['[]', '1', '{', 'null'])('refuses the manifest %s', (text) => {
    expect(() => manifestText(given('--call=c'), text)).toThrow(/--manifest/)
  })
})
