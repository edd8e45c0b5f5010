import type { RecordFormat } from '@/lib/protocol/publish'
import type { ResumePoint } from '@/lib/records/format'
import type { InspectJob } from '@/lib/records/inspection'
import type { PageJob } from './page-scan'

/*
 * What is said between the process and a scanning thread (structured clone; content is transferred, not copied). A thread
 * does the steps in the order they come and answers each.
 */
export type Job = PageJob | InspectJob

export type Step = { kind: 'push'; bytes: Uint8Array; last: boolean } | { kind: 'cut' } | { kind: 'end' }

export type ToWorker = { job: number } & (
  | { open: Job }
  | { span: { at: ResumePoint; from: number; until: number } }
  | { step: number; do: Step }
  | { close: true }
)

/** An error without its stack. A `FormatError` keeps its place. */
export type Fault = {
  message: string
  format: { format: RecordFormat; at: { record?: number; line?: number; byte: number }; detail: string } | null
}
export type FromWorker = { step: number } & ({ taken: unknown } | { fault: Fault })
