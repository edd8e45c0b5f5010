import type { Path, Scalar } from '@/lib/records/filter/expression'
import { NULL, ODD, type Truth, WITHHELD } from '@/lib/records/filter/truth'
import { type Instant, parseDate, parseTimestamp } from '@/lib/records/instant'
import * as json from '@/lib/records/json-bytes'
import { foldCase } from './fold-case'
import { type RecordValues, UNREADABLE, UNSEEN } from './values'

/** The kind of a literal that is a time; in records times are strings. */
export const INSTANT = 9

/** One side of a predicate: what it is in the record at hand. */
export interface Operand {
  kind(): json.Kind
  /** As `RecordValues.text`. */
  text(): string | null
  /** Of a literal time. */
  readonly instant: Instant | null
}

/** Where the values of the record at hand are, and under which number a path is among them. */
export type Scope = { values: RecordValues; slot(path: Path): number }

const KINDS = { string: json.STRING, number: json.NUMBER, boolean: json.BOOLEAN, timestamp: INSTANT, date: INSTANT }

export function operand(scalar: Scalar, scope: Scope): Operand {
  if (scalar.kind === 'property') {
    const { values } = scope
    const slot = scope.slot(scalar.path)
    return { kind: () => values.kinds[slot]!, text: () => values.text(slot), instant: null }
  }
  if (scalar.kind === 'casei') {
    const inner = operand(scalar.of, scope)
    return {
      kind: () => onlyText(inner.kind()),
      text: () => {
        const text = inner.text()
        return text === null ? null : foldCase(text)
      },
      instant: null,
    }
  }
  const kind = KINDS[scalar.kind]
  const text = scalar.kind === 'string' || scalar.kind === 'boolean' ? `${scalar.value}` : scalar.text
  return { kind: () => kind, text: () => text, instant: literalInstant(scalar) }
}

/** The time of a literal that is one. */
export function literalInstant(scalar: Scalar): Instant | null {
  if (scalar.kind === 'date') return parseDate(scalar.text)
  return scalar.kind === 'timestamp' ? parseTimestamp(scalar.text) : null
}

/** CASEI of what is no text compares with nothing, as an object does. */
const onlyText = (kind: json.Kind): json.Kind => (kind > json.NULL && kind < json.STRING ? json.OBJECT : kind)

const SETTLED: Truth[] = []
for (let kind = 0; kind <= INSTANT; kind++) SETTLED[kind] = ODD
SETTLED[json.MISSING] = NULL
SETTLED[json.NULL] = NULL
SETTLED[UNSEEN] = WITHHELD
SETTLED[UNREADABLE] = ODD

/** What a predicate says of a value whose kind it cannot use. */
export const unusable = (kind: json.Kind): Truth => SETTLED[kind]!

/** The same of two, one of which at least it cannot use: what is withheld could be anything, and NULL is NULL with all else. */
export function unusablePair(a: json.Kind, b: json.Kind): Truth {
  if (a === UNSEEN || b === UNSEEN) return WITHHELD
  return a <= json.NULL || b <= json.NULL ? NULL : ODD
}
