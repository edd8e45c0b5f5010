import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type postgres from 'postgres'

/** A database that cannot be used as it is. The message says what to do. */
export class MigrationError extends Error {
  readonly code = 'migration_refused'
  constructor(message: string) {
    super(message)
    this.name = 'MigrationError'
  }
}

/** The first fixed minor of each major that let planner statistics leak rows past policies. 18 never had it. */
const FIXED: Record<number, number> = { 15: 14, 16: 10, 17: 6 }

/**
 * Brings the schema `holdfast` up to date, all pending files in one transaction. Returns the names that were applied.
 * Processes that start together queue at an advisory lock; all but the first find nothing to do.
 */
export async function migrate(sql: postgres.Sql, folder: string = join(process.cwd(), 'drizzle')): Promise<string[]> {
  const files = await readMigrations(folder)
  return sql.begin(async (tx) => {
    checkVersion((await tx`select current_setting('server_version_num')::int as version`)[0]!.version)
    await tx`select pg_advisory_xact_lock(hashtext('holdfast.migrate'))`
    // Asked first: `if not exists` still demands the right to create schemas.
    const [present] =
      await tx`select to_regnamespace('holdfast') is not null as schema, to_regclass('holdfast.migrations') is not null as record`
    if (!present!.schema) await tx`create schema holdfast`
    if (!present!.record) {
      await tx`
        create table holdfast.migrations (
          name        text primary key,
          sha256      text not null,
          applied_at  timestamptz not null default clock_timestamp()
        )`
    }
    const done = await tx<
      { name: string; sha256: string }[]
    >`select name, sha256 from holdfast.migrations order by name`
    const pending = files.slice(done.length)
    done.forEach((row, i) => {
      checkApplied(row, files[i])
    })
    for (const file of pending) {
      await tx.unsafe(file.text)
      await tx`insert into holdfast.migrations (name, sha256) values (${file.name}, ${file.sha256})`
    }
    return pending.map((file) => file.name)
  }) as Promise<string[]>
}

type Migration = { name: string; text: string; sha256: string }

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  if (names.length === 0)
    throw new MigrationError(`There are no migrations in ${folder}. Start Holdfast from its own folder.`)
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

function checkApplied(row: { name: string; sha256: string }, file: Migration | undefined): void {
  if (file === undefined || row.name !== file.name) {
    throw new MigrationError(
      `The database has the migration ${row.name}, which this version does not know here. Start the version that wrote it, or a newer one.`,
    )
  }
  if (row.sha256 !== file.sha256) {
    throw new MigrationError(
      `The migration ${row.name} was edited after it had been applied. Restore the file; changes go into a new one.`,
    )
  }
}

function checkVersion(version: number): void {
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000]
  if (major >= 18 || minor >= (FIXED[major] ?? Number.POSITIVE_INFINITY)) return
  throw new MigrationError(
    `The database is PostgreSQL ${major}.${minor}. Holdfast needs 15.14, 16.10, 17.6, 18 or newer: earlier ones can leak rows through planner statistics.`,
  )
}
