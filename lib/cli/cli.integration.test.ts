import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import { EXIT } from './exit'
import { takeLock } from './launcher/lock.mjs'
import { runIn } from './terminal.fixture'

const ROOT = process.cwd()
let server: TestServer
let lock: Awaited<ReturnType<typeof takeLock>>
let folder: string
let tenant: string
let capture: string
let agent: string

beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'holdfast-cli-'))
  await writeFile(join(folder, 'operator-token'), `${server.rt.operatorToken}\n`)
  lock = await takeLock(join(folder, 'server.json'), { url: server.base })
})
afterAll(async () => {
  if (lock?.held) lock.release()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const cli = (args: string[], more: { key?: string; stdin?: string | Buffer } = {}) =>
  runIn(folder, args, {
    env: more.key === undefined ? {} : { HOLDFAST_KEY: more.key },
    stdin: Readable.from(more.stdin === undefined ? [] : [Buffer.from(more.stdin)]),
  })
const makeKey = async (kind: string) =>
  (
    await cli(['keys', 'create', '--tenant', tenant, '--kind', kind, '--name', `${kind}-1`, '--run', 'r1'])
  ).stdout.trim()

beforeEach(async () => {
  tenant = `t${randomBytes(6).toString('hex')}`
  expect((await cli(['tenants', 'create', tenant, '--purposes', 'diagnosis,audit'])).exit).toBe(EXIT.ok)
  capture = await makeKey('capture')
  agent = await makeKey('agent')
})

const FACTS = ['--run=r1', '--tool=logs', '--source=s', '--snapshot=1', '--observed-at=2026-11-06T04:39:50Z']
const publish = (call: string, stdin: string | Buffer, ...more: string[]) =>
  cli(['publish', '-', ...FACTS, `--call=${call}`, ...more], { key: capture, stdin })
const published = async (call: string, stdin: string | Buffer, ...more: string[]) => {
  const { exit, stdout, stderr } = await publish(call, stdin, ...more)
  expect([exit, stderr]).toEqual([EXIT.ok, expect.stringContaining('as sent')])
  return stdout.trim()
}

describe('administration', () => {
  test('keys create prints the key alone on stdout, and its facts elsewhere', async () => {
    const made = await cli(['keys', 'create', '--tenant', tenant, '--kind', 'agent', '--name', 'reader'])
    expect(made.stdout).toMatch(/^hf_agent_[0-9a-z]{26}_[\w-]{43}\n$/)
    expect(made.stderr).toContain('of reader')
    expect(made.stderr).not.toContain(made.stdout.trim())
  })

  test('a revoked key is refused, and the list says so without keys', async () => {
    const listed = JSON.parse((await cli(['keys', 'list', '--tenant', tenant, '--json'])).stdout)
    const { key_id } = listed.items.find((k: { kind: string }) => k.kind === 'agent')
    expect((await cli(['keys', 'revoke', key_id, '--tenant', tenant])).exit).toBe(EXIT.ok)
    const { stdout } = await cli(['keys', 'list', '--tenant', tenant])
    expect(stdout).toMatch(new RegExp(`^${key_id}\tagent\t.*revoked 2`, 'm'))
    expect(stdout).not.toContain(agent)
    const refused = await cli(['describe', 'art_01h455vb4pex5vsknk084sn02q'], { key: agent })
    expect(refused.exit).toBe(EXIT.refused)
  })

  test('users create prints a sign-in link; a tenant with other purposes is a conflict', async () => {
    const made = await cli([
      'users',
      'create',
      '--tenant',
      tenant,
      `--email=a@${tenant}.example`,
      '--name',
      'A',
      '--roles',
      'admin,auditor',
    ])
    expect(made.stdout).toMatch(new RegExp(`^${server.base}/sign-in#token=\\S+\n$`))
    expect(made.stderr).toContain('is admin, auditor in')
    const taken = await cli(['tenants', 'create', tenant, '--purposes', 'other', '--json'])
    expect(taken.exit).toBe(EXIT.conflict)
    expect(JSON.parse(taken.stdout).error).toMatchObject({
      code: 'conflict',
      request_id: expect.stringMatching(/^req_/),
    })
    expect((await cli(['tenants', 'create', 'Not A Name'])).exit).toBe(EXIT.invalid)
  })

  test('people: invited, given roles, removed, and an admin recovered', async () => {
    const at = ['--tenant', tenant]
    const email = `ann@${tenant}.example`
    const users = (...args: string[]) => cli(['users', args[0]!, ...at, ...args.slice(1)])
    expect((await users('recover', '--email', email)).exit, 'no name, no account').toBe(EXIT.invalid)
    const made = await users('recover', '--email', email, '--name', 'Ann')
    expect(made.stdout).toMatch(new RegExp(`^${server.base}/sign-in#token=\\S+\n$`))
    expect(made.stderr).toContain(`Ann <${email}> is an admin of ${tenant}`)
    const last = await users('remove', '--email', email)
    expect(last.exit).toBe(EXIT.conflict)
    expect(last.stderr).toContain(`holdfast users recover --tenant ${tenant}`)
    const invited = await users('invite', `--email=bob@${tenant}.example`, '--roles', 'auditor')
    expect(invited.stdout).toMatch(new RegExp(`^${server.base}/invitation#token=\\S+\n$`))
    expect(invited.stderr).toContain('Hand the link over')
    await users('create', `--email=eve@${tenant}.example`, '--name', 'Eve')
    expect((await users('roles', `--email=EVE@${tenant}.example`, '--roles', 'admin,member')).stderr).toContain(
      'admin, member',
    )
    expect((await users('list')).stdout).toMatch(new RegExp(`\teve@${tenant}.example\tEve\tadmin,member\n`))
    expect((await users('remove', '--email', email)).exit).toBe(EXIT.ok)
    expect((await users('list')).stdout).not.toContain(email)
    expect((await users('remove', '--email', email)).exit).toBe(EXIT.usage)
  })

  test('there is no demo to remove here', async () => {
    expect((await cli(['demo', 'remove'])).exit).toBe(EXIT.refused)
  })
})

describe('publish', () => {
  test('a file: the reference, the hash that was sent, and the same again for a repeat', async () => {
    await writeFile(join(folder, 'data.csv'), 'a,b\n1,2\n')
    const args = ['publish', 'data.csv', ...FACTS, '--call=c1', '--format=csv']
    const first = await cli(args, { key: capture })
    expect(first.stdout).toMatch(/^artifact:art_[0-9a-z]{26}\n$/)
    expect(first.stderr).toContain('8 bytes, 1 record,')
    const second = await cli(args, { key: capture })
    expect([second.stdout, second.stderr]).toEqual([first.stdout, expect.stringContaining('Published before')])
  })

  test('a manifest in a file, and --json gives the answer of the service', async () => {
    const manifest = {
      run_id: 'r1',
      tool_call: { id: 'x', tool: 't' },
      source_version: { source_id: 's', snapshot_id: '1', observed_at: '2026-11-06T04:39:50Z' },
    }
    await writeFile(join(folder, 'm.json'), JSON.stringify(manifest))
    const { stdout } = await cli(['publish', '-', '--manifest', 'm.json', '--json'], { key: capture, stdin: 'hello\n' })
    expect(JSON.parse(stdout).artifact).toMatchObject({ tool_call_id: 'x', scope: { tenant_id: tenant, run_id: 'r1' } })
  })

  test('each refusal has its code', async () => {
    await published('c1', 'one\n')
    const other = await publish('c1', 'two\n')
    expect([other.exit, other.stderr]).toEqual([EXIT.conflict, expect.stringMatching(/artifact art_/)])
    expect((await publish('c2', 'x', `--hash=${'0'.repeat(64)}`)).exit).toBe(EXIT.integrity)
    const bad = await publish('c3', '{"a":1}\nnot json\n', '--format=ndjson')
    expect(bad.exit).toBe(EXIT.invalid)
    expect((await publish('c4', 'x', '--status=perfect')).stderr).toContain('/manifest/completeness/status')
    expect((await cli(['publish', 'missing', ...FACTS, '--call=c'], { key: capture })).exit).toBe(EXIT.usage)
  })

  test('a long upload that is refused at once ends at once', async () => {
    await writeFile(join(folder, 'long'), Buffer.alloc(32 * 2 ** 20))
    const refused = await cli(['publish', 'long', ...FACTS, '--call=c'], { key: 'hf_agent_no' })
    expect([refused.exit, refused.stderr]).toEqual([EXIT.refused, expect.stringContaining('unauthenticated')])
    const wrong = await cli(['publish', 'long', ...FACTS, '--call=c', '--outcome=fine'], { key: capture })
    expect([wrong.exit, wrong.stderr]).toEqual([EXIT.invalid, expect.stringContaining('/manifest/tool_call/outcome')])
  })
})

describe('read', () => {
  const record = (i: number) => `{"i":${i},"exact":9007199254740993,"f":1.0,"s":"\\u0041"}`
  const ndjson = Array.from({ length: 2500 }, (_, i) => `${record(i)}\n`).join('')

  test('all records over several pages, exactly as captured', async () => {
    const id = await published('c1', ndjson)
    const { stdout, stderr } = await cli(['read', id], { key: agent })
    expect(stdout).toBe(ndjson)
    expect(stderr).toContain('Records [0, 2,500) of 2,500')
    expect(stderr).toContain('capture declared unknown')
    expect((await cli(['read', id, '--records', '1200:1202'], { key: agent })).stdout).toBe(
      `${record(1200)}\n${record(1201)}\n`,
    )
  })

  test('bytes as they are, text or not', async () => {
    const bytes = randomBytes(3 * 2 ** 20)
    const id = await published('c2', bytes)
    expect((await cli(['read', id, '--bytes', ':'], { key: agent })).bytes.equals(bytes)).toBe(true)
    expect((await cli(['read', id, '--bytes', '5:9'], { key: agent })).bytes.equals(bytes.subarray(5, 9))).toBe(true)
    const opaque = await cli(['read', await published('c3', bytes, '--format=bytes')], { key: agent })
    expect([opaque.exit, opaque.stderr]).toEqual([EXIT.invalid, expect.stringContaining('byte_range')])
  })

  test('stops after --limit-pages, and continues with the cursor it gave', async () => {
    const id = await published('c4', ndjson)
    const first = await cli(['read', id, '--limit=10', '--limit-pages=2'], { key: agent })
    expect(first.stdout.split('\n')).toHaveLength(21)
    const cursor = /--cursor (\S+)/.exec(first.stderr)![1]!
    const rest = await cli(['read', id, '--cursor', cursor, '--limit-pages=1'], { key: agent })
    expect(rest.stdout.split('\n')[0]).toBe(record(20))
  })

  test('--json is one document of whole pages; --text unquotes lines', async () => {
    const id = await published('c5', 'one\ntwo "2"\n', '--format=lines')
    const { stdout } = await cli(['read', id, '--json', '--limit=1'], { key: agent })
    const { pages } = JSON.parse(stdout)
    expect(pages.map((p: { records: unknown[] }) => p.records)).toEqual([
      [{ index: 0, value: 'one' }],
      [{ index: 1, value: 'two "2"' }],
    ])
    expect((await cli(['read', id], { key: agent })).stdout).toBe('"one"\n"two \\"2\\""\n')
    expect((await cli(['read', id, '--text'], { key: agent })).stdout).toBe('one\ntwo "2"\n')
  })

  test('a record longer than a page is marked, not passed off as whole', async () => {
    const id = await published('c6', `${'x'.repeat(5000)}\nshort\n`, '--format=lines')
    const { stdout, stderr } = await cli(['read', id, '--max-bytes=1000'], { key: agent })
    const [long, short] = stdout
      .trimEnd()
      .split('\n')
      .map((l) => JSON.parse(l))
    expect(long).toMatchObject({ index: 0, truncated: true, bytes: { start: 0, total: 5000 } })
    expect(short).toBe('short')
    expect(stderr).toContain('1 longer than --max-bytes')
  })

  test('a key that reads nothing gets nothing', async () => {
    const id = await published('c7', 'x\n')
    expect(await cli(['read', id], { key: capture })).toMatchObject({ exit: EXIT.refused, stdout: '' })
    expect(await cli(['read', id, '--purpose', 'audit'], { key: agent })).toMatchObject({
      exit: EXIT.refused,
      stdout: '',
    })
  })
})

describe('describe and verify', () => {
  test('describe keeps declared and verified apart', async () => {
    const id = await published('c1', '[1,2,3]')
    const { stdout } = await cli(['describe', id], { key: agent })
    const [verified, declared] = stdout.split(/^DECLARED/m) as [string, string]
    expect(verified).toContain(`sha256:${createHash('sha256').update('[1,2,3]').digest('hex')}`)
    expect(declared).toMatch(/^completeness +unknown$/m)
    const { artifact } = JSON.parse((await cli(['describe', id, '--json'], { key: agent })).stdout)
    expect(`artifact:${artifact.artifact_id}`).toBe(id)
  })

  test.each([0, 1, 100_000])(
    'verify %i bytes: every check on its own line, and again without a server',
    async (size) => {
      const bytes = randomBytes(size)
      const id = await published(`c${size}`, bytes, '--format=bytes')
      const online = await cli(['verify', id, '--save', 'kept'], { key: agent })
      expect(online.exit).toBe(EXIT.ok)
      const names = online.stdout
        .trimEnd()
        .split('\n')
        .map((l) => /^ok {4}(\S+( \S+)?) {2,}/.exec(l)?.[1])
      expect(names).toEqual([
        'signature',
        'content hash',
        'length',
        ...(size ? ['chunk proof'] : []),
        'reference',
        'service',
      ])

      await writeFile(join(folder, 'content'), bytes)
      const files = ['--offline', '--descriptor=kept/descriptor.jws', '--jwks=kept/jwks.json', '--content=content']
      const proof = size ? ['--proof=kept/proof.json'] : []
      expect((await cli(['verify', id, ...files, ...proof])).exit).toBe(EXIT.ok)
      await writeFile(join(folder, 'content'), Buffer.concat([bytes, Buffer.from('!')]))
      const changed = await cli(['verify', id, ...files, '--json'])
      expect(changed.exit).toBe(EXIT.integrity)
      expect(JSON.parse(changed.stdout)).toMatchObject({
        verified: false,
        checks: [{ ok: true }, { ok: false }, { ok: false }, { ok: true }],
      })
      expect((await cli(['verify', 'art_01h455vb4pex5vsknk084sn02q', ...files])).stdout).toContain('FAIL  reference')
    },
  )

  test('a stored byte that flipped: exit 5, and every failing check is named', async () => {
    const id = await published('c9', randomBytes(50_000), '--format=bytes')
    const name = id.slice('artifact:'.length)
    const path = join(server.dataDir, 'objects', 'objects', name.slice(-2), name)
    const stored = await readFile(path)
    stored[20_000]! ^= 1
    await rm(path)
    await writeFile(path, stored)
    const { exit, stdout, stderr } = await cli(['verify', id], { key: agent })
    expect(exit).toBe(EXIT.integrity)
    expect(stdout).toMatch(/^ok {4}signature/m)
    expect(stdout).toMatch(/^FAIL {2}service/m)
    expect(stderr).toContain('did not verify')
  })
})

describe('schemas', () => {
  test('put from a file, got back exactly, listed, and told of what is published', async () => {
    const admin = (await cli(['keys', 'create', '--tenant', tenant, '--kind=admin', '--name=admin'])).stdout.trim()
    const document = '{ "properties": {"load": {"maximum": 1.0}} }\n'
    await writeFile(join(folder, 'load.json'), document)
    const put = (version: string, file: string, key = admin) => cli(['schema', 'put', version, file], { key })
    expect((await put('load/1', 'load.json', agent)).exit).toBe(EXIT.refused)
    const made = await put('load/1', 'load.json')
    expect([made.exit, made.stdout]).toEqual([EXIT.ok, expect.stringMatching(/^sha256:[0-9a-f]{64}\n$/)])
    expect(made.stderr).toContain('registered, for good')
    const again = await cli(['schema', 'put', 'load/1', '-'], { key: admin, stdin: document.trim() })
    expect([again.exit, again.stdout]).toEqual([EXIT.ok, made.stdout])
    await writeFile(join(folder, 'other.json'), '{"pattern":"(?=x)"}')
    const refused = await put('load/2', 'other.json')
    expect([refused.exit, refused.stderr]).toEqual([EXIT.invalid, expect.stringContaining('/pattern')])
    await writeFile(join(folder, 'other.json'), '{}')
    expect((await put('load/1', 'other.json')).exit).toBe(EXIT.conflict)

    // As it was sent, between its first and last character.
    expect((await cli(['schema', 'get', 'load/1'], { key: agent })).stdout).toBe(document)
    expect((await cli(['schema', 'get', 'load/2'], { key: agent })).exit).toBe(EXIT.refused)
    const listed = await cli(['schema', 'list'], { key: capture })
    expect(listed.stdout).toMatch(/^load\/1\tsha256:[0-9a-f]{64}\t2[^\t\n]+\n$/)

    const sent = await publish('s1', '{"load":2}\n', '--schema=load/1')
    expect(sent.stderr).toContain('Schema: invalid, 1 record, first record 0 at /load: must be <= 1.')
    const described = await cli(['describe', sent.stdout.trim()], { key: agent })
    expect(described.stdout).toMatch(/^schema +invalid, 1 record, first/m)
    expect(described.stdout).toMatch(/^schema version +load\/1$/m)
  })
})

describe('the command itself', () => {
  const start = (program: string, args: string[], cwd: string) =>
    new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
      const env = { ...process.env, HOLDFAST_DATA_DIR: folder, HOLDFAST_KEY: capture, INIT_CWD: '' }
      const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
      const text = { stdout: '', stderr: '' }
      child.stdout.on('data', (d) => (text.stdout += d))
      child.stderr.on('data', (d) => (text.stderr += d))
      child.on('error', reject)
      child.on('close', (code) => resolve({ code, ...text }))
    })

  test('runs from any folder, directly and through npm, with names relative to where it was called', async () => {
    await writeFile(join(folder, 'here.txt'), 'here\n')
    const args = ['publish', 'here.txt', ...FACTS, '--call=here']
    const direct = await start(process.execPath, [join(ROOT, 'lib/cli/holdfast.mjs'), ...args], folder)
    expect([direct.code, direct.stdout]).toEqual([0, expect.stringMatching(/^artifact:art_\w+\n$/)])
    const npm = await start('npm', ['--prefix', ROOT, 'run', '-s', 'holdfast', '--', ...args], folder)
    expect([npm.code, npm.stdout]).toEqual([0, direct.stdout])
  })

  test('the exit code of the process is the documented one', async () => {
    const { code, stdout, stderr } = await start(
      process.execPath,
      [join(ROOT, 'lib/cli/holdfast.mjs'), 'bogus'],
      folder,
    )
    expect([code, stdout, stderr]).toEqual([EXIT.usage, '', expect.stringContaining('There is no command')])
  })
})
