import type { ArrayOperand, Bound, Expression, Path, Scalar, Temporal } from './expression'
import { FilterError } from './filter-error'
import { isNameEnd, isNameStart, tokenize } from './tokens'

/** A property as text: names joined by dots, in double quotes where they are not plain (`""` for one within). */
export const propertyText = (path: Path): string => path.map(nameText).join('.')

const WORDS = new Set(
  'and or not between in like is null true false casei accenti timestamp date interval div'.split(' '),
)

function nameText(name: string): string {
  const plain =
    name !== '' &&
    isNameStart(name.codePointAt(0)!) &&
    [...name].every((c) => isNameEnd(c.codePointAt(0)!)) &&
    !WORDS.has(name.toLowerCase())
  return plain ? name : `"${name.replaceAll('"', '""')}"`
}

/** @throws FilterError for text that is not one property */
export function parseProperty(text: string): Path {
  const tokens = tokenize(text)
  const [first, ...rest] = tokens
  if (first?.kind === 'name' && rest.length === 1) return first.path
  throw new FilterError(`a property such as severity, host.region or "a.b" was expected`, { at: 1 })
}

/** Every property that a filter names, each once, in the order of first appearance. */
export function propertiesOf(filter: Expression): Path[] {
  const found = new Map<string, Path>()
  const term = (t: Scalar | Temporal | ArrayOperand | Bound): void => {
    if (t === null) return
    if (t.kind === 'property') found.set(propertyText(t.path), t.path)
    else if (t.kind === 'casei') term(t.of)
    else if (t.kind === 'interval') for (const end of [t.start, t.end]) term(end)
  }
  const walk = (e: Expression): void => {
    if (e.kind === 'and' || e.kind === 'or') for (const part of e.of) walk(part)
    else if (e.kind === 'not') walk(e.of)
    else for (const t of termsOf(e)) term(t)
  }
  walk(filter)
  return [...found.values()]
}

function termsOf(e: Exclude<Expression, { kind: 'and' | 'or' | 'not' }>): (Scalar | Temporal | ArrayOperand)[] {
  switch (e.kind) {
    case 'constant':
      return []
    case 'compare':
    case 'temporal':
    case 'array':
      return [e.left, e.right]
    case 'between':
      return [e.value, e.low, e.high]
    case 'in':
      return [e.value, ...e.items]
    case 'like':
      return [e.value, e.pattern]
    case 'isNull':
      return [e.value]
  }
}
