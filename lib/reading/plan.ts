import { type FieldError, ProblemError } from '@/lib/protocol/problem'
import type { ReadResponse } from '@/lib/protocol/read'

/** One page to be read: where it begins, and how much it may have. */
export type Plan = {
  position: number
  limit: number
  maxBytes: number
  deadline: number
  clock: () => number
  gone: (() => boolean) | undefined
  scan: string
  /** The disclosure of the page before, of a query that goes on. */
  previous: string | null
}

/** The part of an answer that depends on what was asked. */
export type PageAnswer = Pick<
  ReadResponse,
  'selector' | 'ordering' | 'returned' | 'scan' | 'conclusion' | 'records' | 'bytes' | 'aggregate' | 'filter_text'
> & { chunks: ReadResponse['integrity']['chunks']; next: number | null }

export const mismatch = (differences: FieldError[]) =>
  new ProblemError('cursor_mismatch', differences.map((d) => d.detail).join('; '), { errors: differences })
