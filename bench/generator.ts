import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FileJob, Job, ReadJob, ReadResult, Reply, UploadJob, UploadResult } from './jobs'

/** The load generator: a process of its own, so that its work and its garbage are not those of this one. */
export class Generator {
  readonly #child: ChildProcess = fork(fileURLToPath(new URL('./load.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  })

  run(job: ReadJob): Promise<ReadResult>
  run(job: UploadJob | FileJob): Promise<UploadResult>
  run(job: Job): Promise<ReadResult | UploadResult> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        this.#child.off('message', onReply)
        this.#child.off('exit', onExit)
      }
      const onReply = (reply: Reply) => {
        settle()
        if ('error' in reply) reject(new Error(reply.error))
        else resolve(reply.result)
      }
      const onExit = () => {
        settle()
        reject(new Error('The load generator ended.'))
      }
      this.#child.on('message', onReply)
      this.#child.on('exit', onExit)
      this.#child.send(job)
    })
  }

  async stop(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect()
  }
}
