import type { Path } from '@/lib/records/filter/expression'
import { LINE, LINE_NUMBER, type Shape } from '@/lib/records/shape'
import { isMasked, type OmittedField, omissionsOf, type Withheld } from '@/lib/records/withheld'
import { type BlockFacts, factsOf } from './field-part'
import { ANY_KIND, MISSING, NUMBERS, UNSEEN } from './kinds'
import type { Block, Statistics } from './statistics'

/** What a reader may find at a path in the records of a block. */
export type PathView = (block: number) => BlockFacts

const ANYTHING = factsOf(ANY_KIND)
const NOTHING = factsOf(MISSING)
/** Of what is masked nothing shows, not even what its statistics would rule out. */
const HIDDEN = factsOf(UNSEEN)

export function pathView(path: Path, statistics: Statistics, shape: Shape, withheld: Withheld): PathView {
  if (isMasked(withheld, path)) return () => HIDDEN
  const omissions = omissionsOf(withheld, path)
  const view = shape.format === 'lines' ? lineView(path, statistics) : recordView(path, statistics, shape)
  if (omissions.length === 0) return view
  return (block) => {
    const facts = view(block)
    return omissions.some((o) => conceals(o, statistics.blocks[block]!, facts)) ? withUnseen(facts) : facts
  }
}

const withUnseen = (facts: BlockFacts): BlockFacts => ({ ...facts, kinds: facts.kinds | UNSEEN })

const conceals = ({ records, redacted }: OmittedField, block: Block, facts: BlockFacts): boolean =>
  (records === null || (records.start < block.end && records.end > block.first)) &&
  (redacted || (facts.kinds & MISSING) !== 0)

function lineView(path: Path, { blocks }: Statistics): PathView {
  if (path.length !== 1) return () => NOTHING
  if (path[0] === LINE) return () => ANYTHING
  if (path[0] !== LINE_NUMBER) return () => NOTHING
  return (block) => {
    const { first, end } = blocks[block]!
    return { ...factsOf(NUMBERS), numbers: { low: first + 1, high: end } }
  }
}

function recordView(path: Path, statistics: Statistics, shape: Shape): PathView {
  const view = fieldView(path, statistics, shape)
  return (block) => (statistics.blocks[block]!.unread > 0 ? ANYTHING : view(block))
}

function fieldView(path: Path, statistics: Statistics, shape: Shape): PathView {
  const { catalogue } = statistics
  const { way, whole, possible } = catalogue.find(path)
  if (possible) return () => ANYTHING
  const type = shape.columns?.find((c) => c.name === path[0])?.type ?? null
  // Known of a column that was read as something else, nothing is.
  if (whole && catalogue.entries[way[0]! - 1]!.type !== type) return () => ANYTHING
  const own = whole ? statistics.facts(way.at(-1)!) : null
  // A name that occurs twice leaves open what is beneath it, met or not.
  const above = (whole ? way.slice(0, -1) : way).map((number) => statistics.facts(number))
  return (block) => {
    const facts = own === null ? NOTHING : own[block]!
    return above.some((a) => a[block]!.kinds & UNSEEN) ? withUnseen(facts) : facts
  }
}
