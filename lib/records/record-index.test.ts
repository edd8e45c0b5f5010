import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typedColumns } from './csv-types'
import { IndexBuilder, RecordIndex } from './record-index'
import type { Column } from './shape'

function build(lengths: number[], chunkSize: number, columns: Column[] | null = null) {
  const builder = new IndexBuilder(chunkSize)
  const starts: number[] = []
  let at = 0
  for (const length of lengths) {
    builder.end(starts.length, at)
    starts.push(at)
    at += length
  }
  return { starts, bytes: at, encoded: builder.encode({ records: starts.length, columns }) }
}

const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 100, max: 2 ** 40 })), {
  maxLength: 400,
})

test('locates, for every record, the first that begins in the same chunk', () => {
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 64 }), (l, chunkSize) => {
      const { starts, encoded } = build(l, chunkSize)
      const index = RecordIndex.decode(encoded)
      expect(index.records).toBe(starts.length)
      const chunk = (record: number) => Math.floor(starts[record]! / chunkSize)
      for (let record = 0; record < starts.length; record++) {
        let first = record
        while (first > 0 && chunk(first - 1) === chunk(record)) first--
        expect(index.locate(record)).toEqual({ record: first, offset: starts[first] })
      }
    }),
  )
})

test('keeps the header, and has no more entries than chunks', () => {
  const header = ['a', '__proto__', 'naïve "quoted"\n']
  const { encoded, bytes } = build(Array(50_000).fill(33), 16_384, typedColumns(header, new Map()))
  const index = RecordIndex.decode(encoded)
  expect(index.header).toEqual(header)
  expect(index.columns?.every((c) => c.type === 'text')).toBe(true)
  expect(encoded.length).toBeLessThan(Math.ceil(bytes / 16_384) * 6 + 64)
})

test('keeps the types of columns; without any it is written as before there were types', () => {
  const columns: Column[] = [
    { name: 'a', type: 'number' },
    { name: '"', type: 'boolean' },
    { name: '', type: 'text' },
  ]
  expect(RecordIndex.decode(build([5, 5], 100, columns).encoded)).toMatchObject({ columns, header: ['a', '"', ''] })
  const { encoded } = build([5], 100, [{ name: 'a', type: 'text' }])
  // "HFI", version 1, one record, five bytes of header, one entry: record 0 at offset 0
  expect(encoded.toString('latin1')).toBe('HFI\x01\x01\x05["a"]\x01\x00\x00')
  const other = Buffer.from(encoded)
  for (const version of [0, 2, 3]) {
    other[3] = version
    expect(() => RecordIndex.decode(other)).toThrow()
  }
})

test('an index that is cut or continued anywhere is refused', () => {
  const { encoded } = build(Array(500).fill(70), 100, [
    { name: 'a', type: 'number' },
    { name: 'b', type: 'text' },
  ])
  for (let cut = 0; cut < encoded.length; cut++) expect(() => RecordIndex.decode(encoded.subarray(0, cut))).toThrow()
  expect(() => RecordIndex.decode(Buffer.concat([encoded, Buffer.from([0])]))).toThrow()
})

test('whatever else is decoded is refused, or an index whose places grow', () => {
  const { encoded } = build(Array(300).fill(70), 100)
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(encoded.length - 1), fc.nat(255)), { minLength: 1 }), (edits) => {
      const damaged = Buffer.from(encoded)
      for (const [at, byte] of edits) damaged[at] = byte
      let index: RecordIndex
      try {
        index = RecordIndex.decode(damaged)
      } catch {
        return
      }
      let before = index.locate(0)
      expect(before).toEqual({ record: 0, offset: expect.any(Number) })
      for (let record = 1; record < Math.min(index.records, 400); record++) {
        const place = index.locate(record)
        expect(place.record).toBeLessThanOrEqual(record)
        if (place.record !== before.record) expect(place.offset).toBeGreaterThan(before.offset)
        before = place
      }
    }),
    { numRuns: 500 },
  )
})

test('content without records has an index without entries', () => {
  const index = RecordIndex.decode(new IndexBuilder(100).encode(null))
  expect(index).toMatchObject({ records: 0, header: null })
  expect(index.locate(0)).toEqual({ record: 0, offset: 0 })
})
