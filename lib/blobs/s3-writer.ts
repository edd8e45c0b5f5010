import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { BlobExists } from './blob-errors'
import { asStorageFull, statusOf } from './s3-errors'
import type { BlobWriter } from './store'

/** Parts must have 5 MiB at least, and there are 10,000 at most: objects of up to 80 GB. */
const PART = 8 * 2 ** 20

/**
 * Small objects go in one request; larger ones in parts, of which one is sent while the next is collected.
 *
 * Some stores (Ceph 16 among them) take `If-None-Match` on a PUT, but ignore it on the completion of an
 * upload. So whoever completes one first creates a claim, an empty object, by a conditional PUT: only its holder may
 * complete, and only after a look that nothing is there.
 */
export class S3Writer implements BlobWriter {
  #filling = Buffer.allocUnsafeSlow(PART)
  #filled = 0
  #sending: Promise<void> = Promise.resolve()
  #uploadId: string | undefined
  #claimed = false
  #ended = false
  readonly #parts: CompletedPart[] = []

  constructor(
    readonly client: S3Client,
    readonly bucket: string,
    readonly key: string,
    readonly names: { object: string; claim: string },
    readonly active: Map<string, Date>,
  ) {}

  async write(bytes: Uint8Array): Promise<void> {
    this.#mustBeOpen()
    for (let at = 0; at < bytes.length; ) {
      const n = Math.min(PART - this.#filled, bytes.length - at)
      this.#filling.set(bytes.subarray(at, at + n), this.#filled)
      this.#filled += n
      at += n
      if (this.#filled === PART) await this.#part()
    }
  }

  async commit(): Promise<void> {
    this.#mustBeOpen()
    try {
      if (this.#uploadId === undefined) {
        const Body = this.#filling.subarray(0, this.#filled)
        await this.client.send(new PutObjectCommand({ ...this.#object(), Body, IfNoneMatch: '*' }))
      } else {
        if (this.#filled > 0) await this.#part()
        await this.#sending
        await this.#claim()
        await this.client.send(
          new CompleteMultipartUploadCommand({
            ...this.#object(),
            UploadId: this.#uploadId,
            MultipartUpload: { Parts: this.#parts },
            IfNoneMatch: '*',
          }),
        )
        this.active.delete(this.#uploadId)
        this.#ended = true
        await this.#release()
      }
      this.#ended = true
    } catch (error) {
      // 409 is the answer while another create of the same object is being decided.
      const taken = statusOf(error) === 412 || statusOf(error) === 409
      throw taken ? new BlobExists(this.key, { cause: error }) : asStorageFull(error)
    }
  }

  async abort(): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    await this.#sending.catch(() => {})
    await this.#release()
    if (this.#uploadId === undefined) return
    this.active.delete(this.#uploadId)
    await this.client
      .send(new AbortMultipartUploadCommand({ ...this.#object(), UploadId: this.#uploadId }))
      .catch((error) => {
        if (statusOf(error) !== 404) throw error
      })
  }

  /** Starts sending what was collected, after the part before it has arrived. That is the back-pressure. */
  async #part(): Promise<void> {
    try {
      await this.#sending
      if (this.#uploadId === undefined) {
        const begun = await this.client.send(new CreateMultipartUploadCommand(this.#object()))
        this.#uploadId = begun.UploadId!
      }
    } catch (error) {
      throw asStorageFull(error)
    }
    const Body = this.#filling.subarray(0, this.#filled)
    // The SDK may still hold the last one for a retry, so each part has a buffer of its own.
    this.#filling = Buffer.allocUnsafeSlow(PART)
    this.#filled = 0
    this.#sending = this.#send(Body, this.#uploadId)
    // It is awaited by the next part or the commit; until then a failure is not an unhandled one.
    this.#sending.catch(() => {})
  }

  async #send(Body: Buffer, UploadId: string): Promise<void> {
    const PartNumber = this.#parts.length + 1
    this.active.set(UploadId, new Date())
    const sent = await this.client.send(new UploadPartCommand({ ...this.#object(), UploadId, PartNumber, Body }))
    this.active.set(UploadId, new Date())
    this.#parts.push({ PartNumber, ETag: sent.ETag })
  }

  async #claim(): Promise<void> {
    await this.client.send(new PutObjectCommand({ ...this.#claimObject(), Body: Buffer.alloc(0), IfNoneMatch: '*' }))
    this.#claimed = true
    try {
      await this.client.send(new HeadObjectCommand(this.#object()))
    } catch (error) {
      if (statusOf(error) === 404) return
      throw error
    }
    throw new BlobExists(this.key)
  }

  /** A claim that stays after a crash is listed as an abandoned write, and discarded as one. */
  async #release(): Promise<void> {
    if (!this.#claimed) return
    this.#claimed = false
    await this.client.send(new DeleteObjectCommand(this.#claimObject()))
  }

  #object(): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: this.names.object }
  }

  #claimObject(): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: this.names.claim }
  }

  #mustBeOpen(): void {
    if (this.#ended) throw new Error(`The write of ${this.key} has ended.`)
  }
}
