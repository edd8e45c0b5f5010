import type { ExactJson } from '@/lib/protocol/exact-json'
import { filterProperty } from '@/lib/records/filter/to-text'
import { LINE, LINE_NUMBER } from '@/lib/records/shape'
import type { RecordRow } from './record-page'

const SAMPLE = 100
/** An object in an object: deeper names are written by hand. */
const DEPTH = 2

/** The properties of every line, whatever it holds. */
export const OF_LINES = [LINE, LINE_NUMBER]

/** What a filter can name in these records, as a filter writes it, in the order of first appearance. */
export function propertiesIn(rows: RecordRow[]): string[] {
  const found = new Set<string>()
  const walk = (value: ExactJson, path: string[]): void => {
    if (value.kind === 'object' && path.length < DEPTH)
      for (const member of value.members) walk(member.value, [...path, member.name])
    else if (path.length > 0) found.add(filterProperty(path))
  }
  for (const { value } of rows.slice(0, SAMPLE)) if (value) walk(value, [])
  return [...found]
}

const TOUCHES = /[\s(,]/

/** The name with a space on each side on which something else would touch it. */
export function spaced(name: string, before: string, after: string): string {
  const left = before !== '' && !TOUCHES.test(before.at(-1)!)
  const right = after === '' || !/[\s),]/.test(after[0]!)
  return `${left ? ' ' : ''}${name}${right ? ' ' : ''}`
}
