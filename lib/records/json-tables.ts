/** A table that is 1 for each of the (ASCII) characters. */
export function marks(characters: string): Uint8Array {
  const table = new Uint8Array(256)
  for (const c of characters) table[c.charCodeAt(0)] = 1
  return table
}

/** A byte as a message shows it. */
export const shown = (b: number) =>
  b > 0x20 && b < 0x7f ? `'${String.fromCharCode(b)}'` : `byte 0x${b.toString(16).padStart(2, '0')}`

/**
 * The number grammar (RFC 8259 §6) as a table: `table[((state - first) << 8) | byte]` is the next state, or 0 where the
 * byte is not part of the number. States count up from `first`, which must not be 0, in the order they have here; those
 * at which a number may end are zero, integer, fraction and exponent.
 */
export function numberTable(first: number): Uint8Array {
  const [minus, zero, integer, point, fraction, e, sign, exponent] = [0, 1, 2, 3, 4, 5, 6, 7] as const
  const table = new Uint8Array(8 << 8)
  const on = (states: readonly number[], characters: string, next: number) => {
    for (const state of states) for (const c of characters) table[(state << 8) | c.charCodeAt(0)] = first + next
  }
  on([minus], '123456789', integer)
  on([minus], '0', zero)
  on([integer], '0123456789', integer)
  on([zero, integer], '.', point)
  on([point, fraction], '0123456789', fraction)
  on([zero, integer, fraction], 'eE', e)
  on([e], '+-', sign)
  on([e, sign, exponent], '0123456789', exponent)
  return table
}
