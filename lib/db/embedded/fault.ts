/** The embedded PostgreSQL cannot be started. The message is for the operator and says what to do. */
export class EmbeddedError extends Error {
  readonly code = 'embedded_postgres'
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbeddedError'
  }
}

export const ALTERNATIVE = 'Set DATABASE_URL to use a PostgreSQL of your own instead.'
