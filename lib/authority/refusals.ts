import { ProblemError } from '@/lib/protocol/problem'
import type { DisclosureAnswer } from './disclosure-queue'

/** The one answer for whatever this caller has no relation to: missing, malformed and foreign ids are the same. */
export const notFound = () => new ProblemError('not_found', 'No artifact by this id exists for this caller.')

export const unauthenticated = () =>
  new ProblemError('unauthenticated', 'Send a valid key as "Authorization: Bearer <key>", or sign in.', {
    headers: { 'WWW-Authenticate': 'Bearer realm="holdfast"' },
  })

export const quarantined = (artifactId: string) =>
  new ProblemError(
    'integrity_failed',
    'The stored bytes did not match what was published. Nothing was disclosed; the artifact is quarantined.',
    { artifact_id: artifactId },
  )

/** A form that would reveal the withheld fields. */
export const withheld = (fields: readonly string[]) =>
  new ProblemError(
    'masked',
    `The fields ${fields.map((f) => `"${f}"`).join(', ')} are withheld from this reader: only records are served, without them.`,
  )

export function refusal(answer: DisclosureAnswer, artifactId: string): ProblemError {
  switch (answer.outcome) {
    case 'unauthenticated':
      return unauthenticated()
    case 'purpose_required':
      return new ProblemError(
        'purpose_required',
        answer.purpose === null
          ? 'Name a purpose in the header Holdfast-Purpose or in the body: the run has several.'
          : `The purpose "${answer.purpose}" is not on the tenant's list.`,
      )
    case 'purpose_denied':
      return new ProblemError('purpose_denied', `This artifact may not be read for the purpose "${answer.purpose}".`)
    case 'gone':
      return new ProblemError('gone', 'The artifact was expired or deleted. Its tombstone stays.')
    case 'access_revoked':
      return new ProblemError(
        'access_revoked',
        'Access to this artifact was given and has ended: revoked, expired, restricted, or blocked with what it was derived from.',
      )
    case 'masked':
      return withheld(answer.mask!)
    case 'integrity_failed':
      return quarantined(artifactId)
    default:
      return notFound()
  }
}
