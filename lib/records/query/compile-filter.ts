import type { Expression } from '@/lib/records/filter/expression'
import { and, FALSE, not, ODD, or, TRUE, type Truth } from '@/lib/records/filter/truth'
import * as json from '@/lib/records/json-bytes'
import type { Shape } from '@/lib/records/shape'
import type { Withheld } from '@/lib/records/withheld'
import { arrays } from './arrays'
import { between, comparison, oneOf, type Test } from './compare'
import { like } from './like'
import { openValues } from './open-values'
import type { Scope } from './operand'
import { pathsOf, pathTable } from './paths-of'
import { temporal } from './temporal'
import { UNREADABLE, UNSEEN } from './values'

/** What a filter says of the record that stands at `[start, end)` and is number `record` of its artifact. */
export type RecordTest = (bytes: Buffer, start: number, end: number, record: number) => Truth

/**
 * A filter made ready for records of one shape and a reader from whom some of them is withheld. No filter is true of all.
 * One test is for one thread and one record at a time.
 */
export function compileFilter(filter: Expression | null, shape: Shape, withheld: Withheld): RecordTest {
  if (filter === null) return () => TRUE
  const { paths, slot } = pathTable(pathsOf(filter))
  const values = openValues(paths, shape, withheld)
  const test = compile(filter, { values, slot })
  return (bytes, start, end, record) => {
    values.load(bytes, start, end, record)
    return test()
  }
}

function compile(e: Expression, scope: Scope): Test {
  switch (e.kind) {
    case 'and':
    case 'or':
      return connective(e, scope)
    case 'not': {
      const inner = compile(e.of, scope)
      return () => not(inner())
    }
    case 'constant':
      return () => (e.value ? TRUE : FALSE)
    case 'compare':
      return comparison(e.op, e.left, e.right, scope)
    case 'between':
      return between(e, scope)
    case 'in':
      return oneOf(e, scope)
    case 'like':
      return like(e, scope)
    case 'isNull':
      return isNull(scope, scope.slot(e.value.path))
    case 'temporal':
      return temporal(e, scope)
    case 'array':
      return arrays(e, scope)
  }
}

/** Stops at a member that settles it: FALSE alone wins every AND, TRUE alone every OR, so that the outcome is the same. */
function connective(e: Expression & { kind: 'and' | 'or' }, scope: Scope): Test {
  const members = e.of.map((member) => compile(member, scope))
  const [neutral, settling, join] = e.kind === 'and' ? [TRUE, FALSE, and] : [FALSE, TRUE, or]
  return () => {
    let truth = neutral
    for (let i = 0; i < members.length && truth !== settling; i++) truth = join(truth, members[i]!())
    return truth
  }
}

function isNull(scope: Scope, slot: number): Test {
  const { kinds } = scope.values
  return () => {
    const kind = kinds[slot]!
    if (kind === UNSEEN) return TRUE | FALSE
    if (kind === UNREADABLE) return ODD
    return kind <= json.NULL ? TRUE : FALSE
  }
}
