import type { RecordSink, RecordSpec, ResumePoint, Splitter } from './format'
import { CsvSplitter } from './split-csv'
import { JsonArraySplitter } from './split-json-array'
import { LinesSplitter } from './split-lines'
import { NdjsonSplitter } from './split-ndjson'

/** The splitter of a format; with `resume`, one that goes on at a known record. Opaque bytes have none. */
export function openSplitter(spec: RecordSpec, sink: RecordSink, options: { resume?: ResumePoint } = {}): Splitter {
  const { resume } = options
  switch (spec.format) {
    case 'ndjson':
      return new NdjsonSplitter(sink, resume)
    case 'json_array':
      return new JsonArraySplitter(sink, spec.pointer, resume)
    case 'csv':
      return new CsvSplitter(sink, resume)
    case 'lines':
      return new LinesSplitter(sink, resume)
    case 'bytes':
      throw new Error('opaque bytes have no records')
  }
}
