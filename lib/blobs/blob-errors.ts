/** What a store can answer. Recognised by `code`, never by `instanceof`: two module graphs share one process. */
export class BlobMissing extends Error {
  readonly code = 'blob_missing'
  override readonly name = 'BlobMissing'
  constructor(key: string, options?: ErrorOptions) {
    super(`There is no object ${key}.`, options)
  }
}

export class BlobShort extends Error {
  readonly code = 'blob_short'
  override readonly name = 'BlobShort'
  constructor(key: string, end: number, options?: ErrorOptions) {
    super(`Object ${key} ends before byte ${end}.`, options)
  }
}

export class BlobExists extends Error {
  readonly code = 'blob_exists'
  override readonly name = 'BlobExists'
  constructor(key: string, options?: ErrorOptions) {
    super(`There is already an object ${key}. Objects are written once.`, options)
  }
}

export class StorageFull extends Error {
  readonly code = 'storage_full'
  override readonly name = 'StorageFull'
  constructor(options?: ErrorOptions) {
    super('The object store has no room left.', options)
  }
}

export const codeOf = (error: unknown): string | undefined => (error as { code?: string } | null)?.code

/** No room on the device, or no room within the quota: the same to a publisher. Anything else passes unchanged. */
export const asStorageFull = (error: unknown): unknown =>
  codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT' ? new StorageFull({ cause: error }) : error

/** Keys become file and object names: nothing else may be in them. */
const KEY = /^[a-z]+_[0-9a-z]{26}$/

export const isBlobKey = (text: string): boolean => KEY.test(text)

/** @throws RangeError for anything that could name another place. */
export function checkKey(key: string): string {
  if (!isBlobKey(key)) throw new RangeError(`"${key}" is not the key of an object.`)
  return key
}

/** @throws RangeError */
export function checkRange(start: number, end: number): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
    throw new RangeError(`[${start}, ${end}) is not a range of bytes.`)
}
