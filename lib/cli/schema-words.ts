import type { Description } from '@/lib/protocol/publish'

/** Whether the records fit the registered schema. */
export function schemaWords(schema: Description['schema']): string {
  const many = (n: number) => `${n.toLocaleString('en-US')} record${n === 1 ? '' : 's'}`
  switch (schema.status) {
    case 'valid':
      return `valid, ${many(schema.records)}`
    case 'invalid': {
      const { count, first } = schema
      const where =
        first && `, first record ${first.record}${first.pointer && ` at ${first.pointer}`}: ${first.message}`
      return `invalid, ${many(count)}${where ?? ''}`
    }
    case 'withheld':
      return 'withheld: the grant masks fields'
    case 'unregistered':
      return 'unregistered: not validated'
  }
}
