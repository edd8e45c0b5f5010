import { BOOLEAN, type Kind, NULL, NUMBER, STRING } from './json-bytes'
import type { Column } from './shape'

/** RFC 8259 §6. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** What a cell is, in a column of its type; in one of numbers or booleans an empty cell is no value. */
export function cellKind(cell: string, type: Column['type']): Kind {
  if (type === 'text') return STRING
  if (cell === '') return NULL
  if (type === 'number') return JSON_NUMBER.test(cell) ? NUMBER : STRING
  return cell === 'true' || cell === 'false' ? BOOLEAN : STRING
}
