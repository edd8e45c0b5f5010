import { test } from 'vitest'
import { createTestDatabase } from '@/lib/db/test-database'
import { agreeOver } from './agree.fixture'

const ROUNDS = Number(process.env.HOLDFAST_TEST_SOAK_WORLDS ?? 20_000) / 200

test('random worlds by the ten thousand, others each time', { timeout: 6 * 3_600_000 }, async () => {
  const seed = Number(process.env.HOLDFAST_TEST_SOAK_SEED ?? Date.now() % 1_000_000_000)
  process.stdout.write(`HOLDFAST_TEST_SOAK_SEED=${seed}\n`)
  const database = await createTestDatabase()
  try {
    const seen = await agreeOver(database, { rounds: ROUNDS, worlds: 200, seed })
    process.stdout.write(`${JSON.stringify(seen)}\n`)
  } finally {
    await database.drop()
  }
})
