import type { Expression, Path } from '@/lib/records/filter/expression'

/** Under which a path is remembered: JSON keeps ["a", "b"] and ["a.b"] apart. */
export const pathKey = (path: Path): string => JSON.stringify(path)

/** The paths of a filter, each once. A property is the only part of a filter that has one. */
export function pathsOf(filter: Expression): Path[] {
  const found = new Map<string, Path>()
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    if ('kind' in part && part.kind === 'property' && 'path' in part) {
      const path = part.path as Path
      found.set(pathKey(path), path)
    } else for (const inner of Object.values(part)) visit(inner)
  }
  visit(filter)
  return [...found.values()]
}
