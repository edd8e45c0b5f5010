import type { RecordItem } from '@/lib/protocol/publish'
import { RawJson } from '@/lib/protocol/raw-json'
import type { Shown } from './show-record'

/** Records for an answer: their JSON is spliced in as it is. */
export const itemsOf = (shown: readonly Shown[]): RecordItem[] =>
  shown.map(({ json, ...item }) => ({ ...item, ...(json !== undefined && { value: new RawJson(json) }) }))
