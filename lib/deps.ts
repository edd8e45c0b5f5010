import type postgres from 'postgres'
import type { DisclosureQueue } from './authority/disclosure-queue'
import type { Keystore } from './blobs/keystore'
import type { BlobStore } from './blobs/store'
import type { Config } from './config'
import type { Orm } from './db/orm'
import type { IndexCache } from './reading/index-cache'

/** What an operation may use. Constructed once per process, by `runtime.ts` alone. */
export type Deps = {
  config: Config
  /** Written-out SQL; the hot path. */
  sql: postgres.Sql
  /** The query builder, on the same pool. */
  orm: Orm
  store: BlobStore
  keystore: Keystore
  disclosures: DisclosureQueue
  indexes: IndexCache
  /** Bearer token of the instance operator, from the data folder. */
  operatorToken: string
  now: () => Date
  /** One line of the operation log. Never content, never a secret. */
  log: (event: string, fields?: Record<string, string | number | boolean | null>) => void
}
