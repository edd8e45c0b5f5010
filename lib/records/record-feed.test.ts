import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordSpec } from './format'
import { type FedRecord, RecordFeed } from './record-feed'

const of = (format: RecordSpec['format'], pointer: string | null = null): RecordSpec => ({ format, pointer })
const ONE = [1]

/** What is handed out with the content pushed in pieces of the given sizes, over and over. */
function feed(spec: RecordSpec, content: Buffer, sizes: readonly number[], held?: number): FedRecord[] {
  const found: FedRecord[] = []
  const feed = new RecordFeed(spec, (r) => found.push({ ...r, bytes: Buffer.from(r.bytes) }), held ? { held } : {})
  for (let at = 0, i = 0; at < content.length; i++) {
    const piece = Buffer.from(content.subarray(at, at + sizes[i % sizes.length]!))
    feed.push(piece)
    // Whoever gave the piece may use it again.
    piece.fill(0)
    at += piece.length
  }
  feed.end()
  return found
}

const texts = (spec: RecordSpec, content: string, sizes: readonly number[]) =>
  feed(spec, Buffer.from(content), sizes).map((r) => r.bytes.toString())

const contents: [RecordSpec, string][] = [
  [of('ndjson'), '\ufeff{"a":"é\\n"}\r\n\r\n [1, 2] \n"x"\n12'],
  [of('json_array', '/a'), '\ufeff{"b":[0],"a":[ {"x":[1]} ,"a,]", 12 ,null ],"c":1}'],
  [of('csv'), '\ufeffid,name\r\n1,"two\r\nlines, ""quoted"""\r\n2,é\r\n\r\n'],
  [of('csv'), 'only\n\n\r\n"a"\r\n'],
  [of('lines'), '\ufeffa\r\n\n\r\rb\r\nlast\r'],
  [of('lines'), '\u00efx\n'],
]

describe('the bytes of each record', () => {
  test.each(contents)('are what lies at its place, in whatever pieces: %o', (spec, text) => {
    const content = Buffer.from(text)
    const whole = feed(spec, content, [content.length])
    expect(whole.length).toBeGreaterThan(0)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }), (sizes) => {
        expect(feed(spec, content, sizes)).toEqual(whole)
      }),
      { numRuns: 100 },
    )
    for (const r of whole) expect(r.bytes.equals(content.subarray(r.start, r.end))).toBe(true)
    expect(whole.map((r) => r.record)).toEqual(whole.map((_, i) => i))
  })

  test('hold no byte order mark, line end, comma or white space around it', () => {
    expect(texts(of('ndjson'), contents[0]![1], ONE)).toEqual(['{"a":"é\\n"}', '[1, 2]', '"x"', '12'])
    expect(texts(of('json_array', '/a'), contents[1]![1], ONE)).toEqual(['{"x":[1]}', '"a,]"', '12', 'null'])
    expect(texts(of('csv'), contents[2]![1], ONE)).toEqual(['1,"two\r\nlines, ""quoted"""', '2,é'])
    expect(texts(of('csv'), contents[3]![1], ONE)).toEqual(['', '', '"a"'])
    expect(texts(of('lines'), contents[4]![1], ONE)).toEqual(['a', '', '\r\rb', 'last\r'])
  })

  test('that begin like a byte order mark and are none', () => {
    const bytes = Buffer.from([0xef, 0xbb, 0x41, 0x0a, 0xef])
    expect(feed(of('lines'), bytes, ONE).map((r) => [...r.bytes])).toEqual([[0xef, 0xbb, 0x41], [0xef]])
  })
})

describe('a record longer than may be held', () => {
  test('comes with its place and its beginning, and the next one is whole again', () => {
    const content = Buffer.from('12345\n123456\r\n123\n')
    for (const sizes of [ONE, [4], [100]])
      expect(feed(of('lines'), content, sizes, 5).map((r) => [r.bytes.toString(), r.whole, r.end - r.start])).toEqual([
        ['12345', true, 5],
        ['12345', false, 6],
        ['123', true, 3],
      ])
  })

  test('takes no more memory than that', () => {
    const found: FedRecord[] = []
    const feed = new RecordFeed(of('lines'), (r) => found.push(r), { held: 1000 })
    const before = process.memoryUsage().arrayBuffers
    const piece = Buffer.alloc(1_000_000, 0x61)
    for (let i = 0; i < 200; i++) feed.push(piece)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000)
    feed.end()
    expect(found.map((r) => [r.whole, r.end, r.bytes.length])).toEqual([[false, 200_000_000, 1000]])
  })
})

describe('in the middle of a record', () => {
  test('says which is open, and how it begins', () => {
    const feed = new RecordFeed(of('ndjson'), () => {})
    expect(feed.open).toBeNull()
    feed.push(Buffer.from('{"a":1}\n {"b"'))
    expect(feed.open).toEqual({ record: 1, start: 9 })
    feed.push(Buffer.from(':2'))
    expect(feed.beginning(100).toString()).toBe('{"b":2')
    expect(feed.beginning(3).toString()).toBe('{"b')
    feed.push(Buffer.from('}'))
    expect(feed.open).toBeNull()
    expect(feed.beginning(3)).toHaveLength(0)
  })
})

test('goes on at a known record', () => {
  const content = Buffer.from('id,n\n1,"a\nb"\n2,cd\n')
  const offset = content.indexOf('2,cd')
  const found: [number, number, string][] = []
  const feed = new RecordFeed(of('csv'), (r) => found.push([r.record, r.start, r.bytes.toString()]), {
    resume: { offset, record: 1, header: ['id', 'n'] },
  })
  for (const byte of content.subarray(offset)) feed.push(Uint8Array.of(byte))
  feed.end()
  expect(found).toEqual([[1, offset, '2,cd']])
  expect([feed.records, feed.offset, feed.header]).toEqual([2, content.length, ['id', 'n']])
})
