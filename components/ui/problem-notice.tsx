import type { ReactNode } from 'react'
import { type FieldError, PROBLEMS, type ProblemCode, type RecoveryAction } from '@/lib/protocol/problem'
import { duration } from './format'
import { Notice } from './notice'
import { SignInAgain } from './sign-in-again'

/** What each recovery asks of a person. */
export const RECOVERY: Record<RecoveryAction, string> = {
  fetch_fresh: 'Capture the source again: that makes a new artifact.',
  resume_capture: 'Resume the capture at its source.',
  acquire_bounded_capture: 'Ask for a capture of the part that is missing.',
  retry: 'Try again.',
  request_access: 'Ask an admin of the owning tenant for access.',
  defer: 'Wait: nothing can be done now.',
}

export type ShownProblem = {
  code: ProblemCode
  detail: string
  errors?: FieldError[]
  request_id?: string
  retry_after_ms?: number
}

/** A problem as the API gives it: title, what happened, what to do, and the two things support asks for. */
export function ProblemNotice({ problem, actions }: { problem: ShownProblem; actions?: ReactNode }) {
  const { title, check, recovery } = PROBLEMS[problem.code]
  const wait = problem.retry_after_ms ?? 0
  // The detail of a request with one fault says that fault already.
  const errors = problem.errors?.filter((e) => !problem.detail.includes(e.detail)) ?? []
  return (
    <Notice tone={check === 'request' ? 'attention' : 'blocked'} role="alert">
      <p className="font-semibold">{title}</p>
      <p className="break-words">{problem.detail}</p>
      {errors.length > 0 && (
        <ul className="mt-1 list-disc pl-4">
          {errors.map((e) => (
            <li key={`${e.pointer} ${e.detail}`}>
              <code className="text-xs">{e.pointer || '/'}</code> {e.detail}
            </li>
          ))}
        </ul>
      )}
      {recovery && (
        <p className="mt-1">
          {recovery === 'retry' && wait > 0 ? `Try again in ${atLeast(wait)}.` : RECOVERY[recovery]}
        </p>
      )}
      {problem.code === 'unauthenticated' && (
        <p className="mt-1">
          Your session has ended. <SignInAgain />
        </p>
      )}
      <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-2">
        <a className="link font-value" href={`/problems/${problem.code}`}>
          {problem.code}
        </a>
        {problem.request_id && (
          <span>
            request <span className="font-value">{problem.request_id}</span>
          </span>
        )}
      </p>
      {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
    </Notice>
  )
}

/** A wait, rounded up to whole seconds under a minute and whole minutes above: whoever waits that long is not too early. */
function atLeast(ms: number): string {
  const unit = ms < 60_000 ? 1_000 : 60_000
  return duration(Math.ceil(ms / unit) * unit)
}
