import { count, plural } from '@/components/ui/format'
import type { Description } from '@/lib/protocol/publish'
import { visible } from './visible-text'

/** Whether the records fit the registered schema, in words. Where one does not, is shown as it is. */
export function fitsWords(schema: Description['schema']): string {
  switch (schema.status) {
    case 'valid':
      return schema.records === 0 ? 'there are none' : schema.records === 1 ? 'the one' : `all ${count(schema.records)}`
    case 'invalid': {
      const { first } = schema
      const where = first && `; first record ${count(first.record)}${first.pointer && ` at ${visible(first.pointer)}`}`
      return `${plural(schema.count, 'record')} ${schema.count === 1 ? 'does' : 'do'} not${where ? `${where}: ${visible(first.message)}` : ''}`
    }
    case 'withheld':
      return 'withheld with the fields'
    case 'unregistered':
      return 'not validated: none was registered, or the bytes are opaque'
  }
}
