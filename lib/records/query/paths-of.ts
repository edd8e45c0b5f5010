import type { Expression, Path } from '@/lib/records/filter/expression'

/** Under which a path is remembered: JSON keeps ["a", "b"] and ["a.b"] apart. */
export const pathKey = (path: Path): string => JSON.stringify(path)

/** The paths of a query, each once, and the number that each has among them. */
export type PathTable = { paths: Path[]; slot(path: Path): number }

export function pathTable(all: Iterable<Path>): PathTable {
  const keyed = new Map<string, Path>()
  for (const path of all) keyed.set(pathKey(path), path)
  const slots = new Map([...keyed.keys()].map((key, i) => [key, i]))
  return { paths: [...keyed.values()], slot: (path) => slots.get(pathKey(path))! }
}

/** The paths of a filter, as often as they are in it. A property is the only part of a filter that has one. */
export function pathsOf(filter: Expression): Path[] {
  const visit = (part: unknown): Path[] => {
    if (typeof part !== 'object' || part === null) return []
    if ('kind' in part && part.kind === 'property' && 'path' in part) return [part.path as Path]
    return Object.values(part).flatMap(visit)
  }
  return visit(filter)
}
