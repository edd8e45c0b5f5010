import { CreateBucketCommand, DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe } from 'vitest'
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
})
