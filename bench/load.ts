import type { Job, ReadResult, Reply, UploadResult } from './jobs'
import { read } from './read-load'
import { file, upload } from './upload-load'

/** The process of the load generator: one job at a time, as messages. */
async function run(job: Job): Promise<ReadResult | UploadResult> {
  if (job.job === 'read') return read(job)
  return job.job === 'upload' ? upload(job) : file(job)
}

process.on('message', (job: Job) => {
  run(job).then(
    (result) => process.send!({ result } satisfies Reply),
    (error: Error) => process.send!({ error: error.message } satisfies Reply),
  )
})
process.on('disconnect', () => process.exit(0))
