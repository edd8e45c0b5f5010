/** How a column of csv is read: what filters, statistics and aggregates may take its cells for. */
export type Column = { name: string; type: (typeof COLUMN_TYPES)[number] }
export const COLUMN_TYPES = ['text', 'number', 'boolean'] as const

/** What the records of an artifact look like to a query. `columns` for csv only, in the order of the header. */
export type Shape = { format: 'ndjson' | 'json_array' | 'csv' | 'lines'; columns: readonly Column[] | null }

/** The properties of a line: its text, and its place as a person counts, from 1. */
export const LINE = 'line'
export const LINE_NUMBER = 'line_number'
