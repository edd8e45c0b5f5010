import type { Release } from '@/lib/authority/disclose'
import type { Conclusion, Scan } from '@/lib/protocol/read'
import { propertiesOf, propertyText } from '@/lib/records/filter/property'
import { isMasked, omissionsOf, type Withheld } from '@/lib/records/withheld'
import { number, regionOf, silenceOf } from './conclude-range'
import type { OpenQuery } from './open-query'
import { filterText, type Query } from './query'

/** A longer filter is in the answer's selector; a sentence is to be read. */
const QUOTED = 240

/**
 * The strongest sentence that a query justifies. That nothing was found is said only when every captured record was
 * examined and each gave an answer; else it is not known, and why.
 */
export function concludeQuery(release: Release, query: Query, open: OpenQuery, scan: Scan): Conclusion {
  const { artifact } = release
  const { examined, total, matched, indeterminate, incomparable, status } = scan
  const why = unknownBecause(query, open.withheld)
  const settled = status === 'completed' && indeterminate === 0 && incomparable === 0
  const statement =
    total === 0
      ? `The capture${regionOf(artifact)} holds no records.`
      : [
          sentence(query, scan, regionOf(artifact)),
          indeterminate > 0 && `Of ${records(indeterminate)} it cannot be said whether they match: ${why}.`,
          incomparable > 0 &&
            `${records(incomparable)} hold${incomparable === 1 ? 's' : ''} a value of another type than the filter compares, and did not match.`,
        ]
          .filter(Boolean)
          .join(' ')
  const silent = [
    examined.end < total && `records [${number(examined.end)}, ${number(total)})`,
    indeterminate > 0 && `whether ${records(indeterminate)} match: ${why}`,
    incomparable > 0 && `${records(incomparable)} whose value is of another type than the filter compares`,
    release.mask && `the fields ${release.mask.join(', ')}: they are withheld from this reader`,
    ...silenceOf(artifact),
  ].filter((s) => typeof s === 'string')
  return {
    kind: total === 0 ? 'none_found' : matched > 0 ? 'found' : settled ? 'none_found' : 'undetermined',
    statement,
    bounds: {
      coverage: artifact.coverage,
      capture_status: artifact.status,
      examined: { unit: 'records', ...examined, total },
      says_nothing_about: silent,
    },
  }
}

const records = (n: number) => `${number(n)} record${n === 1 ? '' : 's'}`

function sentence(query: Query, scan: Scan, region: string): string {
  const { examined, total, matched, status, reason } = scan
  const what = matching(query)
  const found =
    matched === 0
      ? `No records${what} were found`
      : `${records(matched)}${what} ${matched === 1 ? 'was' : 'were'} found`
  const where = region.replace(' of the', ' in the')
  if (status === 'completed') return `${found}${where}, after a completed scan of ${records(total)}.`
  const so = `the first ${number(examined.end)} of ${number(total)} captured records`
  const rest = status === 'more' ? 'more pages remain' : `the scan was interrupted (${reason})`
  if (examined.end === 0) return `Nothing was examined before ${rest}.`
  return `${found}${where} among ${so}; the others are not examined yet: ${rest}.`
}

function matching(query: Query): string {
  const text = filterText(query)
  if (text === null) return ''
  return text.length <= QUOTED ? ` matching ${text}` : ' matching the filter'
}

/** Names what this reader knows to be withheld: the mask is told to its reader, omissions are in the descriptor. */
function unknownBecause(query: Query, withheld: Withheld): string {
  const { masked, omitted } = unseenOf(query, withheld)
  const why = [
    masked.length > 0 && `${masked.join(', ')} ${masked.length === 1 ? 'is' : 'are'} withheld from this reader`,
    omitted.length > 0 && `${omitted.join(', ')} ${omitted.length === 1 ? 'was' : 'were'} omitted at capture`,
  ].filter(Boolean)
  return why.length > 0 ? why.join('; ') : UNREADABLE
}

/** Why a record cannot be decided where nothing is withheld. */
export const UNREADABLE = 'a property occurs twice in them, or they are too long to be looked into'

/** The properties of a filter that this reader does not see, or that the capture lacks. */
export function unseenOf(query: Query, withheld: Withheld): { masked: string[]; omitted: string[] } {
  const paths = query.filter ? propertiesOf(query.filter) : []
  const masked = paths.filter((p) => isMasked(withheld, p)).map(propertyText)
  const omitted = paths.filter((p) => !isMasked(withheld, p) && omissionsOf(withheld, p).length > 0).map(propertyText)
  return { masked, omitted }
}
