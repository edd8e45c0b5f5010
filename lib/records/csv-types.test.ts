import { expect, test } from 'vitest'
import { csvTypes, typedColumns } from './csv-types'

const types = (properties: unknown) => [...csvTypes(JSON.stringify({ properties }))]

test('a column has the one type that the schema names, or is text', () => {
  expect(
    types({
      a: { type: 'integer' },
      b: { type: ['number', 'null'] },
      c: { type: ['integer', 'number'] },
      d: { type: 'boolean' },
      e: { type: ['null', 'boolean'] },
    }),
  ).toEqual([
    ['a', 'number'],
    ['b', 'number'],
    ['c', 'number'],
    ['d', 'boolean'],
    ['e', 'boolean'],
  ])
  for (const property of [
    true,
    {},
    { type: 'string' },
    { type: ['number', 'string'] },
    { type: ['number', 'boolean'] },
    { type: 'null' },
    { const: 1 },
  ])
    expect(types({ a: property })).toEqual([['a', 'text']])
  expect(csvTypes(null).size).toBe(0)
  expect(csvTypes('{"type":"object"}').size).toBe(0)
})

test('columns keep their order, whatever they are called', () => {
  const known = csvTypes('{"properties":{"__proto__":{"type":"number"},"constructor":{"type":"boolean"}}}')
  expect(typedColumns(['toString', '__proto__', 'constructor'], known)).toEqual([
    { name: 'toString', type: 'text' },
    { name: '__proto__', type: 'number' },
    { name: 'constructor', type: 'boolean' },
  ])
})
