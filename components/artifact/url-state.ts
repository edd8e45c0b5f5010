'use client'
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs'

export const TABS = [
  'records',
  'bytes',
  'fields',
  'producer',
  'coverage',
  'access',
  'disclosures',
  'locators',
  'descriptor',
] as const
export type TabKey = (typeof TABS)[number]

/** Which tab is open. Shallow: the page is described once, and a change of tab is no further disclosure of it. */
export const useTab = () => useQueryState('tab', parseAsStringLiteral(TABS).withOptions({ history: 'push' }))

/** First record of the range that is read, and the end of it; null means up to the last. */
export const useFrom = () => useQueryState('from', parseAsInteger.withOptions({ history: 'push' }))
export const useTo = () => useQueryState('to', parseAsInteger.withOptions({ history: 'push' }))
/** The filter of a query (CQL2 text), which is over all records; null when a range is read. */
export const useFilter = () => useQueryState('filter', parseAsString.withOptions({ history: 'push' }))
/** The record whose whole value is open. */
export const useOpenRecord = () => useQueryState('record', parseAsInteger.withOptions({ history: 'push' }))

/** First byte of the window, and how it is shown. */
export const useByteOffset = () => useQueryState('at', parseAsInteger.withOptions({ history: 'push' }))
export const useByteView = () =>
  useQueryState('view', parseAsStringLiteral(['hex', 'text'] as const).withDefault('hex'))
