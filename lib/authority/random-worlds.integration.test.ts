import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/lib/db/test-database'
import { agreeOver } from './agree.fixture'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

test('2,000 random worlds: who may what is the same in every place that says it', { timeout: 300_000 }, async () => {
  const rounds = 10
  const seen = await agreeOver(db, { rounds, worlds: 200, seed: 20_261_203 })
  // Every answer there is was met, and often: agreement about nothing would be worth nothing.
  for (const outcome of [
    'allow',
    'access_revoked',
    'gone',
    'purpose_required',
    'purpose_denied',
    'integrity_failed',
    'masked',
    'not_found',
    'unauthenticated',
    'listed',
  ])
    expect(seen[outcome], outcome).toBeGreaterThan(5 * rounds)
})
