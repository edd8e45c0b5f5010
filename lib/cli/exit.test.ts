import { expect, test } from 'vitest'
import { PROBLEMS, type ProblemCode, ProblemError, toProblem } from '@/lib/protocol/problem'
import { EXIT, EXIT_MEANINGS, exitOf } from './exit'
import { failureDocument, failureOf, failureText } from './failure'

const CODES = Object.keys(PROBLEMS) as ProblemCode[]
const of = (exit: number) => CODES.filter((code) => exitOf(PROBLEMS[code]) === exit).sort()

test('the numbers are the documented ones, each with a meaning', () => {
  expect(EXIT).toEqual({
    ok: 0,
    unexpected: 1,
    usage: 2,
    notRunning: 3,
    refused: 4,
    integrity: 5,
    conflict: 6,
    invalid: 7,
    undetermined: 8,
  })
  expect(EXIT_MEANINGS.map(([code]) => code)).toEqual(Object.values(EXIT))
})

test('every problem of the service has its exit code', () => {
  expect(of(EXIT.refused)).toEqual(
    [
      'access_revoked',
      'cross_site_request',
      'forbidden',
      'gone',
      'masked',
      'not_found',
      'purpose_denied',
      'unauthenticated',
    ].sort(),
  )
  expect(of(EXIT.integrity)).toEqual([
    'content_mismatch',
    'descriptor_mismatch',
    'integrity_failed',
    'log_inconsistent',
  ])
  expect(of(EXIT.conflict)).toEqual(['call_conflict', 'conflict', 'cursor_mismatch', 'last_admin'])
  expect(of(EXIT.unexpected)).toEqual(['internal', 'rate_limited', 'storage_full', 'unavailable'])
  expect(of(EXIT.invalid)).toEqual(
    expect.arrayContaining([
      'invalid_request',
      'invalid_json',
      'format_invalid',
      'purpose_required',
      'payload_too_large',
    ]),
  )
  expect([...of(EXIT.ok), ...of(EXIT.usage), ...of(EXIT.notRunning)]).toEqual([])
})

test('a problem is printed with title, detail, every pointer, code and request id', () => {
  const problem = new ProblemError('call_conflict', 'Other bytes.\u001b[2J', {
    errors: [{ pointer: '/manifest/output', detail: 'taken' }],
    artifact_id: 'art_01h455vb4pex5vsknk084sn02q',
  })
  const failure = failureOf(toProblem(problem, 'req_1', 'http://localhost:3000'))
  expect(failureText(failure)).toBe(`holdfast: This call and output already have another result
  Other bytes.\ufffd[2J
  /manifest/output: taken
  artifact art_01h455vb4pex5vsknk084sn02q
  code call_conflict, request req_1, exit 6
`)
  expect(failureDocument(failure).error).toMatchObject({ exit: 6, code: 'call_conflict', request_id: 'req_1' })
})
