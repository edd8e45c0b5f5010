import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  S3Client,
} from '@aws-sdk/client-s3'
import { BlobExists, BlobMissing, BlobShort, checkKey, checkRange, isBlobKey } from './blob-errors'
import { readEmptyRange } from './empty-range'
import { statusOf } from './s3-errors'
import { S3Writer } from './s3-writer'
import type { BlobStore, BlobWriter } from './store'

/**
 * Sealed objects in a bucket of any S3-compatible store that refuses to replace (`If-None-Match: *`):
 *
 *     <bucket>/objects/<key>                    whole objects
 *     multipart uploads of objects/<key>        writes in progress, or abandoned by a crash
 *     <bucket>/claims/<key>                     empty; for the moment in which a large object is completed (s3-writer.ts)
 *
 * Nothing is visible before the request that completes it. Content is sealed before it comes here; TLS and the store's
 * own checks protect the way, the tags of the object format protect what is read back.
 */
const PREFIX = 'objects/'
const CLAIMS = 'claims/'

export class S3Store implements BlobStore {
  readonly #client: S3Client
  /** When each write of this process last sent something: S3 only tells when it began. */
  readonly #active = new Map<string, Date>()

  constructor(
    readonly options: {
      endpoint: string
      region: string
      bucket: string
      accessKeyId: string
      secretAccessKey: string
    },
  ) {
    const { endpoint, region, accessKeyId, secretAccessKey } = options
    this.#client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Buckets as host names need a wildcard DNS entry, which stores on one's own premises rarely have.
      forcePathStyle: true,
      // Trailing checksums of the newer SDKs are refused by stores that do not know them.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  }

  async create(key: string): Promise<BlobWriter> {
    checkKey(key)
    if ((await this.#length(key)) !== null) throw new BlobExists(key)
    return new S3Writer(
      this.#client,
      this.options.bucket,
      key,
      { object: PREFIX + key, claim: CLAIMS + key },
      this.#active,
    )
  }

  async read(key: string, start: number, end: number): Promise<Buffer> {
    checkRange(start, end)
    if (start === end) return readEmptyRange(this, key, end)
    try {
      const answer = await this.#client.send(
        new GetObjectCommand({ ...this.#object(key), Range: `bytes=${start}-${end - 1}` }),
      )
      const bytes = Buffer.from(await answer.Body!.transformToByteArray())
      if (bytes.length > end - start) throw new Error(`The store ignored the range asked of ${key}.`)
      if (bytes.length === end - start) return bytes
    } catch (error) {
      if ((error as { name?: string }).name === 'NoSuchKey') throw new BlobMissing(key, { cause: error })
      if (statusOf(error) !== 416) throw error
    }
    throw new BlobShort(key, end)
  }

  async size(key: string): Promise<number | null> {
    const length = await this.#length(key)
    // A bucket that is not there also answers 404, and that is a fault of the setting, not a loss of one object.
    if (length === null) await this.#client.send(new HeadBucketCommand({ Bucket: this.options.bucket }))
    return length
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#object(key)))
  }

  async *list(): AsyncIterable<{ key: string; committed: boolean; modifiedAt: Date }> {
    for await (const { key, uploadId, initiated } of this.#uploads(PREFIX))
      yield { key, committed: false, modifiedAt: this.#active.get(uploadId) ?? initiated }
    for await (const claim of this.#objects(CLAIMS)) yield { ...claim, committed: false }
    for await (const object of this.#objects(PREFIX)) yield { ...object, committed: true }
  }

  async discard(key: string): Promise<void> {
    for await (const upload of this.#uploads(PREFIX + checkKey(key)))
      await this.#client.send(new AbortMultipartUploadCommand({ ...this.#object(key), UploadId: upload.uploadId }))
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.options.bucket, Key: CLAIMS + key }))
  }

  async close(): Promise<void> {
    this.#client.destroy()
  }

  async #length(key: string): Promise<number | null> {
    try {
      const answer = await this.#client.send(new HeadObjectCommand(this.#object(key)))
      return answer.ContentLength!
    } catch (error) {
      if (statusOf(error) === 404) return null
      throw error
    }
  }

  async *#objects(prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }> {
    let token: string | undefined
    do {
      const page: ListObjectsV2CommandOutput = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.options.bucket, Prefix: prefix, ContinuationToken: token }),
      )
      for (const { Key, LastModified } of page.Contents ?? []) {
        const key = Key!.slice(prefix.length)
        if (isBlobKey(key)) yield { key, modifiedAt: LastModified! }
      }
      token = page.NextContinuationToken
    } while (token !== undefined)
  }

  async *#uploads(prefix: string): AsyncIterable<{ key: string; uploadId: string; initiated: Date }> {
    let marker: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
    while (marker) {
      const page: ListMultipartUploadsCommandOutput = await this.#client.send(
        new ListMultipartUploadsCommand({ Bucket: this.options.bucket, Prefix: prefix, ...marker }),
      )
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        const key = Key!.slice(PREFIX.length)
        if (isBlobKey(key)) yield { key, uploadId: UploadId!, initiated: Initiated! }
      }
      marker = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
    }
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.options.bucket, Key: PREFIX + checkKey(key) }
  }
}
