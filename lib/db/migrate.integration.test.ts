import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './client'
import { migrate } from './migrate'
import { createTestDatabase, type TestDatabase } from './test-database'

let db: TestDatabase
let folder: string
let files: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-migrations-'))
  await cp('drizzle', folder, { recursive: true })
  files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
})
afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  db = await createTestDatabase()
  return () => db.drop()
})

test('an up-to-date database is left alone', async () => {
  expect(await migrate(db.sql)).toEqual([])
})

test('an empty database gets the schema and all files, once, whoever comes first', async () => {
  await db.sql`drop schema holdfast cascade`
  const other = openDatabase(db.url, { max: 1 })
  const results = await Promise.all([migrate(db.sql, folder), migrate(other, folder)])
  await other.end()
  expect(results.map((r) => r.length).sort()).toEqual([0, files.length])
  const rows = await db.sql`select name, sha256 from migrations order by name`
  expect(rows.map((r) => r.name)).toEqual(files)
})

test('a faulty file leaves nothing behind, not even of the files before it', async () => {
  const broken = await mkdtemp(join(tmpdir(), 'holdfast-migrations-'))
  await cp(folder, broken, { recursive: true })
  await writeFile(join(broken, '9001_more.sql'), 'create table more (id int);')
  await writeFile(join(broken, '9002_broken.sql'), 'create table broken (id int); select 1/0;')
  await expect(migrate(db.sql, broken)).rejects.toMatchObject({ code: '22012' })
  const [row] = await db.sql`select to_regclass('holdfast.more') as more, (select count(*) from migrations) as n`
  expect(row).toEqual({ more: null, n: files.length })
  await rm(broken, { recursive: true })
})

test('an edited file is refused', async () => {
  await db.sql`update migrations set sha256 = 'other' where name = '0001_foundation.sql'`
  await expect(migrate(db.sql)).rejects.toMatchObject({
    code: 'migration_refused',
    message: expect.stringContaining('0001_foundation.sql was edited'),
  })
})

test('a database of a newer version is refused', async () => {
  await db.sql`insert into migrations (name, sha256) values ('9999_future.sql', 'x')`
  await expect(migrate(db.sql)).rejects.toMatchObject({
    code: 'migration_refused',
    message: expect.stringContaining('9999_future.sql'),
  })
})

test('a folder without migrations is refused', async () => {
  await expect(migrate(db.sql, join(folder, 'meta')).catch((e) => e.code)).resolves.toMatch(/ENOENT|migration_refused/)
})
