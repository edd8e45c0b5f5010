import type postgres from 'postgres'
import type { DisclosureQueue } from './authority/disclosure-queue'
import type { Leases } from './authority/leases'
import type { Keystore } from './blobs/keystore'
import type { BlobStore } from './blobs/store'
import type { Config } from './config'
import type { Orm } from './db/orm'
import type { IndexCache } from './reading/index-cache'
import type { ScanPool } from './reading/scan-pool'

/** What an operation may use. Constructed once per process, by `runtime.ts` alone. */
export type Deps = {
  config: Config
  /** The service's own pool, as the owner of the tables: sign-in, accounts, keys, sweeping. Not for what a tenant reads. */
  sql: postgres.Sql
  /** The pool of the application role: rows exist only for the tenants a transaction names (authority/scope.ts). */
  fenced: postgres.Sql
  /** The query builder, on the same pool. */
  orm: Orm
  store: BlobStore
  keystore: Keystore
  disclosures: DisclosureQueue
  leases: Leases
  indexes: IndexCache
  /** Threads that look into records. */
  scans: ScanPool
  /** Bearer token of the instance operator, from the data folder. */
  operatorToken: string
  now: () => Date
  /** One line of the operation log. Never content, never a secret. */
  log: (event: string, fields?: Record<string, string | number | boolean | null>) => void
}
