import type { Problem } from '@/lib/protocol/problem'

/** What a script can tell from the exit code alone. These numbers never change their meaning. */
export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  notRunning: 3,
  refused: 4,
  integrity: 5,
  conflict: 6,
  invalid: 7,
  undetermined: 8,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export const EXIT_MEANINGS: [ExitCode, string][] = [
  [EXIT.ok, 'done'],
  [EXIT.unexpected, 'a fault of the service, or something unforeseen'],
  [EXIT.usage, 'the command line is wrong'],
  [EXIT.notRunning, 'no server answers'],
  [EXIT.refused, 'refused: no valid key, not permitted, or not found'],
  [EXIT.integrity, 'integrity: the bytes are not the referenced ones'],
  [EXIT.conflict, 'conflict: the name or the call has something else already'],
  [EXIT.invalid, 'the service did not accept the input'],
  [EXIT.undetermined, 'not known: a query was cut short, or cannot be decided'],
]

/** Which code a problem of the service ends with: by the check that refused, then by the status. */
export function exitOf(problem: Pick<Problem, 'status' | 'check'>): ExitCode {
  if (problem.check === 'integrity') return EXIT.integrity
  if (problem.check === 'service') return EXIT.unexpected
  if (problem.check === 'authority') return EXIT.refused
  if (problem.status === 409) return EXIT.conflict
  return EXIT.invalid
}
