import fc from 'fast-check'
import {
  ARRAYS,
  type Bound,
  type CaseInsensitive,
  COMPARISONS,
  type Expression,
  type Literal,
  type Property,
  type Scalar,
  TEMPORAL,
  type Temporal,
} from './expression'

/** Filters such as a parser can give, of everything that the language has. */
const AWKWARD = ["'", "''", '\\', '\\%', '\\\\', '%', '_', '"', '.', '\n', '\u0007', '\u0000', 'é', '😀', '..', '--']
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.array(fc.constantFrom('a', ...AWKWARD), { maxLength: 5 }).map((parts) => parts.join('')),
)
const name = fc.oneof(
  fc.constantFrom('a', 'b', 'eo:cloud_cover', 'date', 'AND', 'null', 'point', '0', 'ſ', 'ın', 't_after', 'größe'),
  text,
)
const property: fc.Arbitrary<Property> = fc
  .array(name, { minLength: 1, maxLength: 3 })
  .map((path) => ({ kind: 'property', path }))

const string = text.map((value): Literal & { kind: 'string' } => ({ kind: 'string', value }))
const number = fc.oneof(
  fc.constantFrom('0', '-0', '1.0', '1e5', '1E+05', '-9007199254740993', '0.000', '1e999999999', '-0.5e-7'),
  fc.bigInt().map(String),
)
const digits = (most: number) => fc.integer({ min: 1, max: most }).map((n) => `${n}`.padStart(2, '0'))
const date = fc
  .tuple(fc.integer({ min: 1000, max: 9999 }), digits(12), digits(28))
  .map(([y, m, d]): Literal & { kind: 'date' } => ({ kind: 'date', text: `${y}-${m}-${d}` }))
const timestamp = fc
  .tuple(date, digits(23), digits(59), fc.constantFrom('Z', 'z', '.000Z', '.123456789012345678Z', '+05:30', '-00:00'))
  .map(([d, h, m, rest]): Literal & { kind: 'timestamp' } => ({
    kind: 'timestamp',
    text: `${d.text}T${h}:${m}:59${rest}`,
  }))
const instant = fc.oneof(date, timestamp)

/** Texts under CASEI once or twice. */
const folded = <T extends CaseInsensitive['of']>(of: fc.Arbitrary<T>): fc.Arbitrary<CaseInsensitive> =>
  fc
    .tuple(of, fc.boolean())
    .map(([inner, twice]) =>
      twice ? { kind: 'casei', of: { kind: 'casei', of: inner } } : { kind: 'casei', of: inner },
    )

/** Values that can be compared with one another. */
const ORDERED: fc.Arbitrary<Scalar>[] = [
  fc.oneof(string, property, folded(fc.oneof(property, string))),
  fc.oneof(
    number.map((n): Literal => ({ kind: 'number', text: n })),
    property,
  ),
  fc.oneof(instant, property),
]
const truth = fc.oneof(
  fc.boolean().map((value): Literal => ({ kind: 'boolean', value })),
  property,
)
const ordered = (count: number) =>
  fc.oneof(...ORDERED.map((of) => fc.array(of, { minLength: count, maxLength: count })))
const members = fc.oneof(...[...ORDERED, truth].map((of) => fc.array(of, { minLength: 2, maxLength: 4 })))

const pattern = string.filter(({ value }) => /\\*$/.exec(value)![0].length % 2 === 0)
const bound: fc.Arbitrary<Bound> = fc.oneof(property, fc.constant(null))
const interval = fc.oneof(
  fc.tuple(bound, fc.oneof(bound, instant)),
  fc.tuple(fc.oneof(bound, instant), bound),
  date.map((day): [Bound, Bound] => [day, day]),
)
const temporal: fc.Arbitrary<Temporal> = fc.oneof(
  property,
  instant,
  interval.map(([start, end]): Temporal => ({ kind: 'interval', start, end })),
)
const item: fc.Arbitrary<Literal> = fc.oneof(
  string,
  number.map((n): Literal => ({ kind: 'number', text: n })),
  fc.boolean().map((value): Literal => ({ kind: 'boolean', value })),
  instant,
)
const array = fc.oneof(
  property,
  fc.array(item, { maxLength: 4 }).map((items) => ({ kind: 'array' as const, items })),
)

const predicate: fc.Arbitrary<Expression> = fc.oneof(
  fc.boolean().map((value): Expression => ({ kind: 'constant', value })),
  fc
    .tuple(fc.constantFrom(...COMPARISONS), ordered(2))
    .map(([op, [left, right]]): Expression => ({ kind: 'compare', op, left: left!, right: right! })),
  fc.tuple(truth, truth).map(([left, right]): Expression => ({ kind: 'compare', op: '<>', left, right })),
  ordered(3).map(([value, low, high]): Expression => ({ kind: 'between', value: value!, low: low!, high: high! })),
  members.map(([value, ...items]): Expression => ({ kind: 'in', value: value!, items })),
  fc
    .tuple(fc.oneof(property, folded(property)), fc.oneof(pattern, folded(pattern)))
    .map(([value, asked]): Expression => ({ kind: 'like', value, pattern: asked })),
  property.map((value): Expression => ({ kind: 'isNull', value })),
  fc
    .tuple(fc.constantFrom(...TEMPORAL), temporal, temporal)
    .map(([op, left, right]): Expression => ({ kind: 'temporal', op, left, right })),
  fc
    .tuple(fc.constantFrom(...ARRAYS), array, array)
    .map(([op, left, right]): Expression => ({ kind: 'array', op, left, right })),
)

export const filters: fc.Arbitrary<Expression> = fc.letrec<{ filter: Expression }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { arbitrary: predicate, weight: 2 },
    { arbitrary: tie('filter').map((of): Expression => ({ kind: 'not', of })), weight: 1 },
    {
      arbitrary: fc
        .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('filter'), { minLength: 2, maxLength: 3 }))
        .map(([kind, of]): Expression => ({ kind, of: of.flatMap((e) => (e.kind === kind ? e.of : [e])) })),
      weight: 2,
    },
  ),
})).filter
