import type { Artifact } from '@/lib/artifacts/artifact'
import type { Path } from '@/lib/records/filter/expression'
import { FilterError } from '@/lib/records/filter/filter-error'
import { parseProperty } from '@/lib/records/filter/property'
import type { OmittedField, Withheld } from '@/lib/records/withheld'

/** Somebody took the value away or put another in its place: what stands there says nothing. */
const REPLACED = new Set(['redacted', 'denied'])

/**
 * What one reader cannot see of the records: names masked by the grant, and fields that the publisher declared as omitted.
 * An omission of a region, and not of a field, is missing records; which, nobody here knows.
 */
export const withheldOf = (artifact: Pick<Artifact, 'omissions'>, mask: readonly string[] | null): Withheld => ({
  mask: new Set(mask ?? []),
  omitted: artifact.omissions.flatMap(({ field, reason, records }) =>
    field === undefined
      ? []
      : pathsOf(field).map(
          (path): OmittedField => ({ path, redacted: REPLACED.has(reason), records: records ?? null }),
        ),
  ),
})

/** Publishers write `user.email` for a nested field, or for one whose name has a dot in it: both are meant. */
function pathsOf(field: string): Path[] {
  try {
    const path = parseProperty(field)
    return path.length === 1 && path[0] === field ? [path] : [path, [field]]
  } catch (error) {
    if (error instanceof FilterError) return [[field]]
    throw error
  }
}
