import type { Path } from '@/lib/records/filter/expression'
import type { Shape } from '@/lib/records/shape'
import type { Withheld } from '@/lib/records/withheld'
import { CsvValues } from './csv-values'
import { JsonValues } from './json-values'
import { LineValues } from './line-values'
import type { RecordValues } from './values'

/** Reads the values at `paths` out of the records of an artifact, for a reader from whom some are withheld. */
export function openValues(paths: readonly Path[], shape: Shape, withheld: Withheld): RecordValues {
  if (shape.format === 'csv') return new CsvValues(paths, shape.columns ?? [], withheld)
  if (shape.format === 'lines') return new LineValues(paths, withheld)
  return new JsonValues(paths, withheld)
}
