import { parentPort } from 'node:worker_threads'
import { FormatError } from '@/lib/records/format'
import { Inspection } from '@/lib/records/inspection'
import { PageScan } from './page-scan'
import type { Fault, FromWorker, Job, Step, ToWorker } from './scan-messages'

/* A scanning thread: plaintext and a question come in, what was found goes out. It opens nothing itself. */

const port = parentPort!
const jobs = new Map<number, PageScan | Inspection>()

port.on('message', (m: ToWorker) => {
  if ('open' in m) jobs.set(m.job, start(m.open))
  else if ('close' in m) jobs.delete(m.job)
  else if ('span' in m) (jobs.get(m.job) as PageScan).span(m.span.at, m.span.from, m.span.until)
  else port.postMessage(answer(m.job, m.step, m.do))
})

const start = (job: Job) => (job.kind === 'page' ? new PageScan(job) : new Inspection(job))

function answer(job: number, step: number, what: Step): FromWorker {
  try {
    return { step, taken: take(jobs.get(job)!, what) }
  } catch (error) {
    return { step, fault: faultOf(error) }
  }
}

function take(job: PageScan | Inspection, step: Step): unknown {
  switch (step.kind) {
    case 'push':
      return job.push(Buffer.from(step.bytes.buffer, step.bytes.byteOffset, step.bytes.byteLength), step.last)
    case 'end':
      return job.end()
    case 'cut':
      return (job as PageScan).cut()
  }
}

const faultOf = (error: unknown): Fault => ({
  message: error instanceof Error ? error.message : 'an unknown fault',
  format: error instanceof FormatError ? { format: error.format, at: error.at, detail: error.detail } : null,
})
