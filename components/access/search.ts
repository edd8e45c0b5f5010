import { createLoader, createSerializer, type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'

export const TABS = ['sharing', 'grants', 'requests', 'revocations'] as const
export type AccessTab = (typeof TABS)[number]
export const GRANT_STATES = ['active', 'expiring', 'not_yet', 'ended'] as const
export const REQUEST_STATES = ['pending', 'granted', 'denied'] as const

/** Everything that decides what the page shows is in its address. */
export const accessParsers = {
  tenant: parseAsString,
  tab: parseAsStringLiteral(TABS),
  /** Of grants. */
  direction: parseAsStringLiteral(['given', 'received'] as const).withDefault('given'),
  state: parseAsStringLiteral([...GRANT_STATES, ...REQUEST_STATES] as const),
  artifact: parseAsString,
  run: parseAsString,
  grantee: parseAsString,
  with: parseAsString,
  revocation: parseAsString,
  /** Of requests. */
  box: parseAsStringLiteral(['inbox', 'mine'] as const),
  after: parseAsString,
}
export type AccessSearch = inferParserType<typeof accessParsers>
export const loadAccess = createLoader(accessParsers)
const serialize = createSerializer(accessParsers)

/** The address of a view. What is left out is not kept from the view before. */
export const accessHref = (search: Partial<AccessSearch>): string => `/access${serialize(search)}`
export const revocationHref = (id: string, tenant: string): string =>
  `/access/revocations/${encodeURIComponent(id)}?tenant=${encodeURIComponent(tenant)}`
export const artifactAccessHref = (id: string, tenant: string): string =>
  `/access/artifacts/${encodeURIComponent(id)}?tenant=${encodeURIComponent(tenant)}`
