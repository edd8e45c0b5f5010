import { StorageFull } from './blob-errors'

type S3Error = { name?: string; $metadata?: { httpStatusCode?: number } } | null

export const statusOf = (error: unknown): number | undefined => (error as S3Error)?.$metadata?.httpStatusCode

/** No two stores name it alike: Ceph, MinIO, and the status that RFC 4918 §11.5 has for it. */
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'InsufficientStorage'])

export const asStorageFull = (error: unknown): unknown =>
  statusOf(error) === 507 || FULL.has((error as S3Error)?.name ?? '') ? new StorageFull({ cause: error }) : error
