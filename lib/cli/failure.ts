import type { FieldError, Problem } from '@/lib/protocol/problem'
import { EXIT, type ExitCode, exitOf } from './exit'

export type FailureFacts = {
  title: string
  detail?: string
  errors?: FieldError[]
  /** A problem code of the service, or one of the command line's own. */
  code: string
  artifactId?: string
  requestId?: string
  /** What to do next, one sentence each. */
  hints?: string[]
}

/** Ends a command with words for a person and a code for a script. */
export class Failure extends Error {
  constructor(
    readonly exit: ExitCode,
    readonly facts: FailureFacts,
  ) {
    super(facts.title)
    this.name = 'Failure'
  }
}

export const usage = (title: string, hints: string[] = []) => new Failure(EXIT.usage, { title, code: 'usage', hints })

export const failureOf = (p: Problem, hints: string[] = []) =>
  new Failure(exitOf(p), {
    title: p.title,
    detail: p.detail,
    errors: p.errors,
    code: p.code,
    artifactId: p.artifact_id,
    requestId: p.request_id,
    hints,
  })

/** A few lines for stderr: title, detail, each place that is wrong, code and request id, what to do. */
export function failureText({ exit, facts }: Failure): string {
  const lines = [`holdfast: ${facts.title}`]
  if (facts.detail) lines.push(`  ${facts.detail}`)
  for (const e of facts.errors ?? []) lines.push(`  ${e.pointer || '/'}: ${e.detail}`)
  if (facts.artifactId) lines.push(`  artifact ${facts.artifactId}`)
  if (exit !== EXIT.usage)
    lines.push(`  code ${facts.code}${facts.requestId ? `, request ${facts.requestId}` : ''}, exit ${exit}`)
  for (const hint of facts.hints ?? []) lines.push(`  ${hint}`)
  return `${printable(lines.join('\n'))}\n`
}

export const failureDocument = ({ exit, facts }: Failure) => ({
  error: {
    exit,
    code: facts.code,
    title: facts.title,
    ...(facts.detail && { detail: facts.detail }),
    ...(facts.errors && { errors: facts.errors }),
    ...(facts.artifactId && { artifact_id: facts.artifactId }),
    ...(facts.requestId && { request_id: facts.requestId }),
  },
})

/** Detail may repeat what somebody else sent: no control character of it reaches the terminal. */
export const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
