import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase } from './db/test-database'
import { bindFolder } from './folder-identity'

test('a folder stays with its database', async () => {
  const [one, other] = [await createTestDatabase({ max: 1 }), await createTestDatabase({ max: 1 })]
  const folders = await Promise.all([1, 2, 3].map(() => mkdtemp(join(tmpdir(), 'holdfast-bind-'))))
  const [first, second, third] = folders as [string, string, string]
  try {
    await expect(bindFolder(one.sql, first, true), 'a replica on a new folder').rejects.toThrow(/folder .* is new/)
    await bindFolder(one.sql, first)
    await bindFolder(one.sql, first)
    await bindFolder(one.sql, first, true)
    await expect(bindFolder(other.sql, first), 'an empty database').rejects.toThrow(/database is new/)
    await bindFolder(other.sql, second)
    await expect(bindFolder(other.sql, first), 'another database').rejects.toThrow(/another database/)
    // The folder was lost: a new one takes the database up.
    await bindFolder(one.sql, third)
    await bindFolder(one.sql, third)
  } finally {
    await one.drop()
    await other.drop()
    await Promise.all(folders.map((f) => rm(f, { recursive: true })))
  }
})
