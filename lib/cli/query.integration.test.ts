import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '@/e2e/cases/world'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import { readersOf } from '@/lib/reading/masked.fixture'
import { EXIT } from './exit'
import { runIn } from './terminal.fixture'

let server: TestServer
let w: World
let folder: string
let id: string

const REGIONS = ['"eu-west"', '"us-east"', 'null', '1.0']
const record = (i: number) =>
  `{"i":${i},"severity":"${i % 100 === 7 ? 'critical' : 'info'}","region":${REGIONS[i % 4]},"exact":9007199254740993}`
const RECORDS = 2_500
const content = Array.from({ length: RECORDS }, (_, i) => `${record(i)}\n`).join('')
const critical = Array.from({ length: RECORDS / 100 }, (_, i) => i * 100 + 7)

beforeAll(async () => {
  server = await startTestServer()
  w = await createWorld(server.base, server.rt.operatorToken)
  folder = await mkdtemp(join(tmpdir(), 'holdfast-query-'))
  id = await readersOf(w).publish(content, {})
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const query = (args: string[], more: { key?: string; between?: () => Promise<void> } = {}) =>
  runIn(folder, ['query', id, ...args], {
    env: { HOLDFAST_KEY: more.key ?? w.agent, HOLDFAST_URL: server.base },
    ...(more.between && { between: more.between }),
  })

describe('records', () => {
  test('those that match, exactly as captured; the sentence is on stderr', async () => {
    const { exit, stdout, stderr } = await query([`severity = 'critical' AND region = 1`])
    const found = critical.filter((i) => i % 4 === 3)
    expect(stdout).toBe(found.map((i) => `${record(i)}\n`).join(''))
    expect(stderr).toContain(`${found.length} records matching severity = 'critical' AND region = 1 were found`)
    expect(stderr).toContain('scan completed')
    expect(exit).toBe(EXIT.ok)
  })

  test('nothing, after all were examined, is an answer too', async () => {
    const { exit, stdout, stderr } = await query([`severity = 'fatal'`])
    expect([exit, stdout]).toEqual([EXIT.ok, ''])
    expect(stderr).toContain('after a completed scan of 2,500 records')
  })

  test('nothing, where values cannot be compared, is not known', async () => {
    const { exit, stderr } = await query([`severity = 1`])
    expect(exit).toBe(EXIT.undetermined)
    expect(stderr).toContain('2,500 records hold a value of another type')
  })

  test('only some fields of each', async () => {
    expect((await query(['i = 7', '--fields', 'exact,i'])).stdout).toBe('{"i":7,"exact":9007199254740993}\n')
  })

  test('derived: the service publishes them', async () => {
    const { exit, stdout, stderr } = await runIn(folder, ['derive', id, `severity = 'critical'`], {
      env: { HOLDFAST_KEY: w.agent, HOLDFAST_URL: server.base },
    })
    expect([exit, stdout]).toEqual([EXIT.ok, expect.stringMatching(/^artifact:art_\w{26}\n$/)])
    expect(stderr).toContain(`Derived by the service: ${critical.length} records`)
    const made = stdout.trim().slice('artifact:'.length)
    const content = await w.call('GET', `/artifacts/${made}/content`, { key: w.agent })
    expect(await content.text()).toBe(critical.map((i) => `${record(i)}\n`).join(''))
  })

  test('one page, and the next by its cursor; --all goes to the end', async () => {
    const first = await query([`severity = 'critical'`, '--limit=10'])
    expect([first.exit, first.stdout.trimEnd().split('\n').length]).toEqual([EXIT.ok, 10])
    const cursor = /--cursor (\S+)/.exec(first.stderr)![1]!
    const second = await query([`severity = 'critical'`, '--cursor', cursor])
    expect(second.stdout.split('\n')[0]).toBe(record(critical[10]!))
    const other = await query([`severity = 'info'`, '--cursor', cursor])
    expect([other.exit, other.stderr]).toEqual([EXIT.conflict, expect.stringContaining('another query')])
    const all = await query([`severity = 'critical'`, '--limit=10', '--all'])
    expect(all.stdout).toBe(critical.map((i) => `${record(i)}\n`).join(''))
    expect(all.stderr).toContain('25 records')
    const { pages } = JSON.parse((await query([`severity = 'critical'`, '--limit=10', '--all', '--json'])).stdout)
    expect(pages.map((p: { returned: number }) => p.returned)).toEqual([10, 10, 5])
  })
})

describe('figures', () => {
  test('a count alone on stdout', async () => {
    expect(await query([`severity = 'critical'`, '--count'])).toMatchObject({ exit: EXIT.ok, stdout: '25\n' })
    expect(await query([`severity = 'fatal'`, '--count'])).toMatchObject({ exit: EXIT.ok, stdout: '0\n' })
  })

  test('a scan that ran out of time is not passed off as a count; --all ends it', async () => {
    const cut = await query([`severity = 'critical'`, '--count', '--deadline-ms=1'])
    expect([cut.exit, cut.stderr]).toEqual([EXIT.undetermined, expect.stringContaining('interrupted (deadline)')])
    expect(Number(cut.stdout)).toBeLessThan(25)
    expect(await query([`severity = 'critical'`, '--count', '--deadline-ms=1', '--all'])).toMatchObject({
      exit: EXIT.ok,
      stdout: '25\n',
    })
  })

  test('by group, the key as it was captured', async () => {
    const { exit, stdout } = await query(['i < 6', '--group-by', 'region'])
    expect([exit, stdout]).toEqual([EXIT.ok, '"eu-west"\t2\n"us-east"\t2\nnull\t1\n1.0\t1\n'])
    expect((await query(['i < 2', '--group-by', 'severity,region'])).stdout).toBe(
      '"info"\t"eu-west"\t1\n"info"\t"us-east"\t1\n',
    )
  })

  test('what is in no row is said', async () => {
    const { stdout, stderr } = await query(['TRUE', '--group-by', 'i'])
    expect(stdout.trimEnd().split('\n')).toHaveLength(1_000)
    expect(stderr).toContain('1500 more match in groups beyond the 1000 that are kept')
  })

  test('over a field that is withheld there is no figure, and the exit code says so', async () => {
    const to = readersOf(w)
    const by = await to.reader()
    await to.grant(id, by, { mask: ['severity'] })
    const counted = await query([`severity = 'critical'`, '--count'], { key: by.key })
    expect([counted.exit, counted.stdout]).toEqual([EXIT.undetermined, '0\n'])
    expect(counted.stderr).toContain('severity is withheld from this reader')
    const grouped = await query(['i < 3', '--group-by', 'severity'], { key: by.key })
    expect([grouped.exit, grouped.stdout]).toEqual([EXIT.undetermined, ''])
    expect(grouped.stderr).toContain('3 more match and are in no group: the key is withheld')
  })
})

describe('authority that ends between two pages', () => {
  /** Takes the key away once the first page is out. */
  async function shortLived() {
    const at = `/tenants/${w.tenant}/keys`
    const made = await w.call('POST', at, {
      key: server.rt.operatorToken,
      json: { kind: 'agent', name: 'short', run_id: w.run },
    })
    const { key, key_id } = (await made.json()) as { key: string; key_id: string }
    const between = async () => {
      expect((await w.call('DELETE', `${at}/${key_id}`, { key: server.rt.operatorToken })).status).toBeLessThan(300)
    }
    return { key, between }
  }

  test('what was served stays, and it is said where the scan ended', async () => {
    const { exit, stdout, stderr } = await query([`severity = 'critical'`, '--limit=10', '--all'], await shortLived())
    expect(stdout).toBe(
      critical
        .slice(0, 10)
        .map((i) => `${record(i)}\n`)
        .join(''),
    )
    expect(exit).toBe(EXIT.refused)
    expect(stderr).toContain('among the first 908 of 2,500 captured records; the others are not examined yet')
    expect(stderr).toContain('The scan ended there: the next page was not served.')
    expect(stderr).toContain('unauthenticated')
  })
})

test('what cannot be meant is refused before anything is examined', async () => {
  expect((await query(['severity ='])).exit).toBe(EXIT.invalid)
  expect((await query(['TRUE', '--count', '--fields=i'])).exit).toBe(EXIT.usage)
  expect((await query(['TRUE', '--group-by=,'])).exit).toBe(EXIT.usage)
  expect((await query([])).exit).toBe(EXIT.usage)
})
