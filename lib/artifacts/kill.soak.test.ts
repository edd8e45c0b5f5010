import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { createTestDatabase } from '@/lib/db/test-database'
import { killRounds } from './kill-rounds.fixture'

test('kill -9 during publish, 500 rounds', { timeout: 1_800_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-kill-'))
  const database = await createTestDatabase({ max: 1 })
  try {
    await killRounds({ rounds: 500, url: database.url, dataDir })
  } finally {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
