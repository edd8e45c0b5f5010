import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { matchesTree } from './install.mjs'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'holdfast-tree-'))
  await mkdir(join(root, 'node_modules', 'a'), { recursive: true })
  await writeFile(join(root, 'node_modules', 'a', 'package.json'), '{}')
  await writeFile(
    join(root, 'node_modules', '.package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }),
  )
})
afterEach(() => rm(root, { recursive: true }))

const a = { 'node_modules/a': { version: '1.0.0' } }
const here = { os: [process.platform as string], cpu: [process.arch as string] }
const matches = (packages: Parameters<typeof matchesTree>[0]['packages']) =>
  matchesTree({ packages: { '': {}, ...packages } }, root)

test('the tree that npm ci made here is taken as it is, not installed again', () => {
  expect(matchesTree(JSON.parse(readFileSync('package-lock.json', 'utf8')))).toBe(true)
})

test('optional packages for other machines, or without one, may be missing', () => {
  const libc = process.report?.getReport() as { header: { glibcVersionRuntime?: string } }
  const other = libc.header.glibcVersionRuntime ? 'musl' : 'glibc'
  expect(matches(a)).toBe(true)
  expect(matches({ ...a, 'node_modules/b': { version: '1.0.0', optional: true } })).toBe(true)
  expect(matches({ ...a, 'node_modules/b': { version: '1.0.0', optional: true, os: ['sunos'] } })).toBe(true)
  if (process.platform === 'linux') {
    expect(matches({ ...a, 'node_modules/b': { version: '1.0.0', optional: true, ...here, libc: [other] } })).toBe(true)
  }
})

test('another version, a missing package, one made for this machine, or a removed folder needs an install', async () => {
  expect(matches({ 'node_modules/a': { version: '1.0.1' } })).toBe(false)
  expect(matches({ ...a, 'node_modules/b': { version: '1.0.0' } })).toBe(false)
  expect(matches({ ...a, 'node_modules/b': { version: '1.0.0', optional: true, ...here } })).toBe(false)
  await rm(join(root, 'node_modules', 'a'), { recursive: true })
  expect(matches(a)).toBe(false)
})
