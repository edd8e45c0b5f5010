import type { Artifact } from '@/lib/artifacts/artifact'
import type { RecordIndex } from '@/lib/records/record-index'
import type { Shape } from '@/lib/records/shape'

/** What the records of an artifact look like to a query. It has records, which opaque bytes have not. */
export function shapeOf(artifact: Pick<Artifact, 'recordFormat'>, index: Pick<RecordIndex, 'header'>): Shape {
  if (artifact.recordFormat === 'bytes') throw new Error('opaque bytes have no records')
  // Nobody guesses what a cell is: without a schema it is text.
  const columns = index.header?.map((name) => ({ name, type: 'text' as const })) ?? null
  return { format: artifact.recordFormat, columns }
}
