import type { Artifact } from '@/lib/artifacts/artifact'
import type { RecordIndex } from '@/lib/records/record-index'
import type { Shape } from '@/lib/records/shape'

/** What the records of an artifact look like to a query. It has records, which opaque bytes have not. */
export function shapeOf(artifact: Pick<Artifact, 'recordFormat'>, index: Pick<RecordIndex, 'columns'>): Shape {
  if (artifact.recordFormat === 'bytes') throw new Error('opaque bytes have no records')
  return { format: artifact.recordFormat, columns: index.columns }
}
