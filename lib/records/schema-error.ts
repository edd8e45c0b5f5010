/** A document that is no JSON Schema to validate by. `pointer` is the place in it (RFC 6901). */
export class SchemaError extends Error {
  constructor(
    readonly pointer: string,
    readonly detail: string,
  ) {
    super(`${pointer || '/'}: ${detail}`)
    this.name = 'SchemaError'
  }
}

export const at = (pointer: string, name: string | number): string =>
  `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
