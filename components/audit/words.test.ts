import { expect, test } from 'vitest'
import { ADMINISTRATIVE, aboutWhom, actWords, type Event, outcome } from './words'

const event = (e: Partial<Event> & { kind: string }): Event => ({ event_id: 'evt_1', at: '', actor: 'agt_1', ...e })

test('a decision reads as what was done or refused, with the rule or the reason', () => {
  const read = event({ kind: 'disclosure', operation: 'read', decision: 'allow', rule: 'run_participant' })
  expect(actWords(read)).toBe('read')
  expect(outcome(read)).toEqual({ word: 'permitted', says: 'allowed', why: 'participant of the run' })
  const refused = event({ kind: 'disclosure', operation: 'content', decision: 'refuse', reason: 'purpose_denied' })
  expect(actWords(refused)).toBe('was refused a download')
  expect(outcome(refused)).toEqual({ word: 'denied', says: 'refused', why: 'purpose not permitted' })
})

test('what was permitted and then released nothing is neither allowed nor refused', () => {
  expect(outcome(event({ kind: 'withdrawn', decision: 'refuse', reason: 'integrity_failed' }))).toEqual({
    word: 'unavailable',
    says: 'withdrawn',
    why: 'integrity failed',
  })
})

test('an administrative act is recorded, with the reason its person wrote', () => {
  const revoked = event({ kind: 'revoked', reason: 'left_the_team' })
  expect([actWords(revoked), outcome(revoked)]).toEqual([
    'revoked',
    { word: 'acknowledged', says: 'recorded', why: 'left_the_team' },
  ])
  expect(ADMINISTRATIVE).toContain('participant_removed')
  expect(ADMINISTRATIVE).not.toContain('disclosure')
})

test('a kind of a later version is shown by its name, and whom an act was about is found', () => {
  expect(actWords(event({ kind: 'key_rotated' }))).toBe('key rotated')
  expect(aboutWhom(event({ kind: 'participant_added', detail: { principal_id: 'agt_2' } }))).toBe('agt_2')
  expect(aboutWhom(event({ kind: 'publish', detail: { bytes: 1 } }))).toBeNull()
})
