/**
 * A filter that cannot be understood. `at` is the place in the text, in characters from 1; of cql2-json, `pointer` is the
 * place (RFC 6901). The message says what was expected there.
 */
export class FilterError extends Error {
  constructor(
    message: string,
    readonly place: { at?: number; pointer?: string } = {},
  ) {
    super(place.at === undefined ? message : `at character ${place.at}: ${message}`)
    this.name = 'FilterError'
  }
}

/** Longer filters are lists in disguise; what a person or a model writes has hundreds of characters. */
export const MAX_CHARACTERS = 8_192
/** Of parentheses, NOT and AND within OR. Bounds the stack of parsing and of evaluation. */
export const MAX_DEPTH = 64
/** Of comparisons, connectives and values together: bounds what one record costs. */
export const MAX_NODES = 1_000
export const MAX_MEMBERS = 500
