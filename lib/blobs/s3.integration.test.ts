import { CreateBucketCommand, DeleteBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeId } from '@/lib/protocol/make-id'
import { S3Store } from './s3'
import { storeSuite } from './store.suite'

const endpoint = process.env.HOLDFAST_TEST_S3_ENDPOINT
const options = {
  endpoint: endpoint ?? '',
  region: 'us-east-1',
  bucket: `holdfast-test-${process.pid}`,
  accessKeyId: process.env.HOLDFAST_TEST_S3_ACCESS_KEY_ID ?? 'AKIDTEST',
  secretAccessKey: process.env.HOLDFAST_TEST_S3_SECRET_ACCESS_KEY ?? 'SECRETTEST',
}

if (!endpoint)
  console.log(
    'S3Store is not tested: HOLDFAST_TEST_S3_ENDPOINT names no server. One that refuses to replace is needed.',
  )

describe.runIf(endpoint)('S3-compatible object store', () => {
  const open = () => new S3Store(options)
  const admin = () =>
    new S3Client({
      endpoint: options.endpoint,
      region: options.region,
      forcePathStyle: true,
      credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    })

  const reset = async () => {
    const store = open()
    for await (const { key, committed } of store.list()) await (committed ? store.delete(key) : store.discard(key))
    await store.close()
  }

  beforeAll(async () => {
    await admin().send(new CreateBucketCommand({ Bucket: options.bucket }))
  })
  afterAll(async () => {
    await reset()
    await admin().send(new DeleteBucketCommand({ Bucket: options.bucket }))
  })

  storeSuite('S3Store', { reset, open })

  it('does not take a bucket that is not there for objects that were lost', async () => {
    const store = new S3Store({ ...options, bucket: `${options.bucket}-absent` })
    const key = makeId('art')
    await expect(store.read(key, 0, 1)).rejects.toMatchObject({ name: 'NoSuchBucket' })
    await expect(store.size(key)).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } })
    await store.close()
  })

  it('lists and discards the claim that a crash left at the end of a large write', async () => {
    await reset()
    const key = makeId('art')
    await admin().send(new PutObjectCommand({ Bucket: options.bucket, Key: `claims/${key}`, Body: Buffer.alloc(0) }))
    const store = open()
    const writer = await store.create(key)
    await writer.write(Buffer.alloc(9 * 2 ** 20))
    await expect(writer.commit()).rejects.toMatchObject({ code: 'blob_exists' })
    await writer.abort()
    const found = []
    for await (const entry of store.list()) found.push(entry)
    expect(found).toEqual([{ key, committed: false, modifiedAt: expect.any(Date) }])
    await store.discard(key)
    for await (const entry of store.list()) expect(entry).toBeUndefined()
    await store.close()
  })
})
