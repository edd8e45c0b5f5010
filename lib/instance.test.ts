import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireInstance, readInstance } from './instance'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'holdfast-instance-'))
})
afterEach(() => rm(dir, { recursive: true }))

test('a free folder is taken, published, refused to a second, and given back', async () => {
  const first = await acquireInstance(dir)
  expect(await readInstance(dir)).toEqual({ pid: process.pid, url: null })
  await expect(acquireInstance(dir)).rejects.toMatchObject({ code: 'instance_running', url: null })
  await first.publish({ url: 'http://localhost:3000' })
  await expect(acquireInstance(dir)).rejects.toMatchObject({ url: 'http://localhost:3000' })
  expect(await readInstance(dir)).toEqual({ pid: process.pid, url: 'http://localhost:3000' })
  await first.release()
  expect(await readInstance(dir)).toBeNull()
  expect(await readdir(dir)).toEqual([])
  await (await acquireInstance(dir)).release()
})

test('the lock of a killed process is taken over', async () => {
  const child = holder()
  await once(child.stdout!, 'data')
  expect(await readInstance(dir)).toMatchObject({ pid: child.pid })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await readInstance(dir)).toBeNull()
  const mine = await acquireInstance(dir)
  expect(await readInstance(dir)).toMatchObject({ pid: process.pid })
  await mine.release()
})

test('a number that another process has now, another boot, and a torn file count as free', async () => {
  await (await acquireInstance(dir)).publish({ url: 'http://localhost:3000' })
  const file = join(dir, 'server.json')
  const text = await readFile(file, 'utf8')
  for (const change of [{ started: '1' }, { boot: 'another' }]) {
    await writeFile(file, JSON.stringify({ ...JSON.parse(text), ...change }))
    expect(await readInstance(dir)).toBeNull()
    await acquireInstance(dir)
  }
  await writeFile(file, text.slice(0, 20))
  await acquireInstance(dir)
  await expect(acquireInstance(dir)).rejects.toMatchObject({ code: 'instance_running' })
})

test('of many that find a dead holder at once, one takes over', async () => {
  for (let round = 0; round < 5; round++) {
    await writeFile(join(dir, 'server.json'), JSON.stringify({ id: `dead${round}`, pid: 1, started: '0', boot: 'x' }))
    const children = Array.from({ length: 6 }, holder)
    const answers = await Promise.all(children.map(async (c) => String((await once(c.stdout!, 'data'))[0]).trim()))
    expect(answers.filter((a) => a === 'held')).toHaveLength(1)
    await Promise.all(
      children.map(async (c) => {
        if (c.kill('SIGKILL')) await once(c, 'exit')
      }),
    )
    expect(await readdir(dir)).toEqual(['server.json'])
  }
})

function holder() {
  const lock = new URL('./cli/launcher/lock.mjs', import.meta.url).href
  const script = `
    const { takeLock } = await import(${JSON.stringify(lock)})
    console.log((await takeLock(${JSON.stringify(join(dir, 'server.json'))})).held ? 'held' : 'taken')
    setInterval(() => {}, 1000)`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
}
