import type postgres from 'postgres'
import type { Keystore } from './blobs/keystore'
import type { BlobStore } from './blobs/store'
import type { Config } from './config'

/** What an operation may use. Constructed once per process, by `runtime.ts` alone. */
export type Deps = {
  config: Config
  sql: postgres.Sql
  store: BlobStore
  keystore: Keystore
  now: () => Date
  log: (event: string, fields?: Record<string, string | number | boolean | null>) => void
}
