import type { Expression } from './expression'

/** One connective of its members; members of the same kind are merged into it, and one alone needs none. */
export function connect(kind: 'and' | 'or', of: readonly Expression[]): Expression {
  const flat = of.flatMap((e) => (e.kind === kind ? e.of : [e]))
  return flat.length === 1 ? flat[0]! : { kind, of: flat }
}
