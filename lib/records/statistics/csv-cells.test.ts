import { expect, test } from 'vitest'
import { csvFields } from '@/lib/records/csv-row'
import { pick, seeded } from '@/lib/records/test-json'
import { csvCells } from './csv-cells'

function cells(row: string): string[] {
  const out: string[] = []
  const bytes = Buffer.from(`"${row}",x`)
  csvCells(bytes, 1, bytes.length - 3, (column, from, start, end) => {
    expect(column).toBe(out.length)
    out.push(from.toString('utf8', start, end))
  })
  return out
}

test('has the cells that csvFields has', () => {
  const random = seeded(2)
  const cell = () => pick(random, ['', 'a', 'é,\ud83d\ude00', '"', 'x""y', ',', 'line\nbreak'])
  const written = (text: string) => (/[",\n]/.test(text) || random(3) === 0 ? `"${text.replaceAll('"', '""')}"` : text)
  for (let i = 0; i < 500; i++) {
    const row = Array.from({ length: 1 + random(4) }, () => written(cell())).join(',')
    expect(cells(row), row).toEqual(csvFields(row))
  }
})
