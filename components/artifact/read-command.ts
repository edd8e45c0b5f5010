import { quoted } from '@/components/ui/shell'
import type { RangeSelector, Selector } from '@/lib/protocol/read'

/** What the records browser asks for. */
export type Asked = Extract<RangeSelector, { type: 'record_range' }> | { type: 'query'; filter: string }
/** What a command can ask for. */
export type Askable = Asked | Extract<Selector, { type: 'query' }>

/** The same read for a terminal, under the key of whoever runs it. */
export const readCommand = (o: { origin: string; id: string; selector: Askable; purpose: string | null }): string =>
  [
    `curl -s -X POST ${quoted(`${o.origin}/api/v1/artifacts/${o.id}/read`)}`,
    `-H "Authorization: Bearer $HOLDFAST_KEY"`,
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(JSON.stringify({ selector: o.selector, ...(o.purpose !== null && { purpose: o.purpose }) }))}`,
  ].join(' \\\n  ')
