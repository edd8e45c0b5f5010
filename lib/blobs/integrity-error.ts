/** The stored bytes are not the ones that were sealed. Recognised by `code`: two module graphs share one process. */
export class IntegrityError extends Error {
  readonly code = 'integrity_failed'
  override readonly name = 'IntegrityError'
}
