/** How the bytes come back: as the body, or inside the JSON of a read. */
export type Shape = 'bytes' | 'read'

/** One request and what its answer must hold: this range of the content file. */
export type RangeRequest = { text: string; start: number; end: number }

export type ReadJob = {
  job: 'read'
  port: number
  connections: number
  ms: number
  /** Path of the content that is served. */
  content: string
  shape: Shape
  requests: RangeRequest[]
}

/** One upload: requests sent one behind the other, timed together. */
export type UploadJob = {
  job: 'upload'
  kind: 'holdfast' | 'registry'
  port: number
  content: string
  /** Makes the content of this upload unlike that of every other: written over its first bytes. */
  unique: string
  key?: string
  manifest?: string
  repository?: string
}

export type ReadResult = { perSecond: number; bytesPerSecond: number; p50: number; p99: number; count: number }
export type UploadResult = { ms: number; commitMs: number | null; hash: string; location: string }
/** What no publish can do without, in this very process: hash, write, fsync, rename. */
export type FileJob = { job: 'file'; content: string; unique: string; folder: string }
export type Job = ReadJob | UploadJob | FileJob
export type Reply = { result: ReadResult | UploadResult } | { error: string }
