import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { COMMANDS } from './catalogue'
import { EXIT } from './exit'
import { runIn } from './terminal.fixture'

const ID = 'art_01h455vb4pex5vsknk084sn02q'
let folder: string
let servers: Server[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-cli-'))
  await writeFile(join(folder, 'package.json'), '{"version":"9.9.9"}')
})
afterEach(async () => {
  for (const server of servers) await new Promise((done) => server.close(done))
  servers = []
  await rm(folder, { recursive: true, force: true })
})

const cli = (args: string[], env: Record<string, string> = {}) => runIn(folder, args, { env })

/** A listener that is not Holdfast, and remembers what it was told. */
async function stranger(): Promise<{ url: string; seen: (string | undefined)[] }> {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.end('<h1>hello</h1>')
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

describe('words', () => {
  test('help names every command and every exit code', async () => {
    const { exit, stdout } = await cli(['help'])
    expect(exit).toBe(EXIT.ok)
    for (const c of COMMANDS) expect(stdout).toContain(c.name)
    for (const code of Object.values(EXIT)) expect(stdout).toMatch(new RegExp(`^  ${code}  `, 'm'))
  })

  test.each(COMMANDS.map((c) => c.name))('help %s names its options', async (name) => {
    const { exit, stdout } = await cli(['help', ...name.split(' ')])
    expect(exit).toBe(EXIT.ok)
    for (const option of Object.keys(COMMANDS.find((c) => c.name === name)!.options))
      expect(stdout).toContain(`--${option}`)
    expect(await cli([...name.split(' '), '--help'])).toMatchObject({ exit: EXIT.ok, stdout })
  })

  test('--version', async () => {
    expect(await cli(['--version'])).toMatchObject({ exit: EXIT.ok, stdout: '9.9.9\n' })
    expect(JSON.parse((await cli(['--version', '--json'])).stdout)).toEqual({ version: '9.9.9' })
  })
})

describe('usage failures exit with 2 and ask nobody', () => {
  test.each([
    [['frobnicate'], 'There is no command "frobnicate".'],
    [['keys'], 'Which one: keys create, keys list, keys revoke?'],
    [['keys', 'create', '--tenant', 't', '--kind', 'root', '--name', 'n'], '--kind is "root"'],
    [['keys', 'create', '--kind', 'agent', '--name', 'n', '--url=http://127.0.0.1:9'], 'No key was given'],
    [['users', 'create', '--tenant', 't', '--roles', 'king'], '--roles has "king"'],
    [['describe', 'art_nonsense', '--key', 'k'], 'is no reference'],
    [['describe', ID], 'No key was given.'],
    [['describe', ID, '--key', 'k', '--url', 'localhost:3000'], '--url is "localhost:3000"'],
    [['describe', ID, '--key', 'a b'], 'The key holds characters'],
    [['read', ID, '--key', 'k', '--records', '1:2', '--bytes', '1:2'], 'not both'],
    [['read', ID, '--key', 'k', '--records', '1:2', '--cursor', 'c'], 'A cursor says itself'],
    [['publish', 'missing', '--key', 'k'], 'The manifest lacks'],
    [['publish', 'missing', '--key', 'k', '--manifest', 'none.json'], 'none.json cannot be read (ENOENT)'],
    [['verify', ID, '--offline', '--descriptor', 'd'], 'There is nothing to hold against'],
    [['verify', ID, '--content', 'f', '--key', 'k'], '--content goes with --offline.'],
  ])('%j', async (args, words) => {
    const { exit, stdout, stderr } = await cli(args)
    expect(stderr).toContain(words)
    expect([exit, stdout]).toEqual([EXIT.usage, ''])
  })

  test('with --json the failure is one document on stdout', async () => {
    const { exit, stdout } = await cli(['describe', 'x', '--json'])
    expect(exit).toBe(EXIT.usage)
    expect(JSON.parse(stdout).error).toMatchObject({ exit: 2, code: 'usage' })
  })
})

describe('who answers', () => {
  test('nobody: exit 3, and how to start it', async () => {
    for (const args of [
      ['describe', ID, '--key', 'k', '--url', 'http://127.0.0.1:9'],
      ['tenants', 'create', 't'],
    ]) {
      const { exit, stderr } = await cli(args)
      expect(exit).toBe(EXIT.notRunning)
      expect(stderr).toContain('npm start')
    }
  })

  test('somebody else: said so, not taken for an answer', async () => {
    const { url } = await stranger()
    const { exit, stderr } = await cli(['describe', ID, '--key', 'k', '--url', url])
    expect(exit).toBe(EXIT.unexpected)
    expect(stderr).toContain('is not a Holdfast server')
  })

  test('the operator token goes to no other host, and to no other port than the running one', async () => {
    await writeFile(join(folder, 'operator-token'), 'hf_operator_secret\n')
    expect((await cli(['tenants', 'create', 't', '--url', 'https://example.invalid'])).stderr).toContain(
      'is not sent to',
    )
    const { readLock, takeLock } = await import('./launcher/lock.mjs')
    const lock = await takeLock(join(folder, 'server.json'), { url: 'http://localhost:1' })
    try {
      expect(readLock(join(folder, 'server.json'))).not.toBeNull()
      const { url, seen } = await stranger()
      const refused = await cli(['tenants', 'create', 't'], { HOLDFAST_URL: url })
      expect(refused.stderr).toContain('is not sent to')
      expect([refused.exit, seen]).toEqual([EXIT.usage, []])
      await cli(['tenants', 'create', 't', '--url', url, '--key', 'admin'])
      expect(seen).toEqual(['Bearer admin'])
    } finally {
      if (lock.held) lock.release()
    }
  })
})
