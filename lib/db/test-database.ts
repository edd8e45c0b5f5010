import { randomBytes } from 'node:crypto'
import type postgres from 'postgres'
import { inject } from 'vitest'
import { openDatabase } from './client'
import { databaseUrl, TEMPLATE } from './test-setup'

export type TestDatabase = {
  /** As the owner of the tables. */
  sql: postgres.Sql
  /** As the application role. */
  fenced: postgres.Sql
  /** For a server process that a test starts: pass it as DATABASE_URL. */
  url: string
  drop: () => Promise<void>
}

/** A fresh, migrated database on the test server; one a test file, dropped in `afterAll`. */
export async function createTestDatabase({ max = 4 }: { max?: number } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(async (admin) => {
    await admin`create database ${admin(name)} template ${admin(TEMPLATE)}`
  })
  const url = databaseUrl(inject('testServer'), name)
  const sql = openDatabase(url, { max })
  const fenced = openDatabase(url, { max, role: 'holdfast_app' })
  return {
    sql,
    fenced,
    url,
    drop: async () => {
      await Promise.all([sql.end({ timeout: 5 }), fenced.end({ timeout: 5 })])
      await administer(async (admin) => {
        await admin`drop database ${admin(name)} with (force)`
      })
    },
  }
}

async function administer(act: (admin: postgres.Sql) => Promise<void>): Promise<void> {
  const admin = openDatabase(inject('testServer'), { max: 1 })
  try {
    await act(admin)
  } finally {
    await admin.end({ timeout: 5 })
  }
}
