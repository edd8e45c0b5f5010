import { describe, expect, test } from 'vitest'
import { compileSchema } from './schema-check'
import { SchemaError } from './schema-error'

const check = (schema: object, json: string) => compileSchema(JSON.stringify(schema)).check(json)
const message = (schema: object, json: string) => check(schema, json)?.message ?? null

function refusal(schema: unknown): { pointer: string; detail: string } {
  try {
    compileSchema(JSON.stringify(schema))
  } catch (error) {
    if (error instanceof SchemaError) return { pointer: error.pointer, detail: error.detail }
    throw error
  }
  throw new Error('it was taken')
}

describe('what 2020-12 says', () => {
  test.each([
    [{ prefixItems: [{ type: 'integer' }], items: false }, '[1]', '[1,2]'],
    [{ dependentRequired: { a: ['b'] } }, '{"a":1,"b":2}', '{"a":1}'],
    [{ dependentSchemas: { a: { required: ['b'] } } }, '{"b":1}', '{"a":1}'],
    [{ allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, '{"a":1}', '{"b":1}'],
    [{ prefixItems: [true], unevaluatedItems: false }, '[1]', '[1,2]'],
    [{ contains: { const: 1 }, minContains: 2, maxContains: 3 }, '[1,1,2]', '[1,2]'],
    [{ $defs: { n: { type: 'number' } }, properties: { a: { $ref: '#/$defs/n' } } }, '{"a":1.5}', '{"a":"1.5"}'],
    [{ $defs: { n: { $anchor: 'n', type: 'null' } }, $ref: '#n' }, 'null', '0'],
    [
      {
        $id: 'https://example.com/tree',
        $dynamicAnchor: 'node',
        type: 'object',
        properties: { children: { type: 'array', items: { $dynamicRef: '#node' } } },
      },
      '{"children":[{"children":[]}]}',
      '{"children":[{"children":[1]}]}',
    ],
    [{ $ref: 'b', $id: 'https://example.com/a', $defs: { b: { $id: 'b', type: 'string' } } }, '"x"', '1'],
    [
      JSON.parse('{"if":{"properties":{"a":{"const":1}}},"then":{"required":["b"]},"else":{"required":["c"]}}'),
      '{"a":2,"c":0}',
      '{"a":1,"c":0}',
    ],
    [{ oneOf: [{ type: 'number' }, { minimum: 2 }] }, '1', '3'],
    [{ not: { type: ['null', 'boolean'] } }, '1', 'true'],
    [{ propertyNames: { maxLength: 2 } }, '{"ab":1}', '{"abc":1}'],
    [{ enum: [1, { a: [null] }] }, '{"a":[null]}', '{"a":[0]}'],
    [{ multipleOf: 0.01 }, '4.35', '4.355'],
    [{ type: 'integer', exclusiveMaximum: 5 }, '4.0', '5'],
    [{ maxLength: 1 }, '"😀"', '"ab"'],
    [{ pattern: '^\\u0041\\d$' }, '"A1"', '"B1"'],
    [{ patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false }, '{"x-a":""}', '{"y":""}'],
    [{ uniqueItems: true }, '[{"a":1,"b":2},{"a":1},[],"1",1]', '[{"a":1,"b":2},{"b":2.0,"a":1}]'],
    [{ type: 'string', format: 'date-time' }, '"2026-12-31T23:59:60Z"', '"2026-02-30T00:00:00Z"'],
    [{ type: 'string', format: 'date' }, '"2024-02-29"', '"2026-02-29"'],
    [{ type: 'string', format: 'uuid' }, '"9b2e8a4e-0c52-4d0f-9d9e-2f6f0f7c1a11"', '"9b2e"'],
    [{ type: 'string', format: 'email' }, '"a@example.com"', '"a@"'],
    [{ required: ['toString'] }, '{"toString":1}', '{}'],
  ])('%j takes %s and not %s', (schema, good, bad) => {
    const { check } = compileSchema(JSON.stringify(schema))
    expect(check(good)).toBeNull()
    expect(check(bad)).toMatchObject({ message: expect.any(String) })
  })

  test('a fault is where it is, and its message holds nothing of the record', () => {
    const schema = {
      type: 'object',
      properties: { 'a/b': { items: { anyOf: [{ type: 'string', pattern: '^y' }, { enum: ['red'] }] } } },
    }
    expect(check(schema, '{"a/b":["yes","secret"]}')).toEqual({
      pointer: '/a~1b/1',
      message: 'must match a schema in anyOf',
    })
    for (const of of [
      { const: 'x' },
      { enum: ['x'] },
      { pattern: '^x' },
      { format: 'date' },
      { maxLength: 1 },
      { type: 'null' },
      { not: {} },
      JSON.parse('{"if":true,"then":{"maxLength":1}}'),
    ])
      expect(message(of, '"secret"')).not.toMatch(/secret/)
    for (const of of [
      { additionalProperties: false },
      { propertyNames: { maxLength: 1 } },
      { unevaluatedProperties: false },
    ])
      expect(message(of, '{"secret":1}')).not.toMatch(/secret/)
  })

  test('what is no keyword of it is an annotation: nullable, discriminator, unknown formats', () => {
    expect(message({ type: 'string', nullable: true }, 'null')).toBe('must be string')
    expect(message({ discriminator: { propertyName: 'x' }, 'x-more': 1, format: 'colour' }, '"red"')).toBeNull()
    expect(message({ dependencies: { a: ['b'] } }, '{"a":1}')).toBeNull()
  })

  test('numbers are doubles: beyond 2^53 neighbours are one, beyond their range there is infinity', () => {
    expect(message({ const: 9007199254740992 }, '9007199254740993')).toBeNull()
    expect(message({ maximum: 1e308 }, '1e400')).toBe('must be <= 1e+308')
    expect(message({ uniqueItems: true }, '[1e400,null]')).toBeNull()
  })

  test('of members with one name the last counts', () => {
    expect(message({ properties: { a: { type: 'string' } } }, '{"a":1,"a":"x"}')).toBeNull()
  })
})

describe('what is refused, with its place', () => {
  test.each([
    [{ properties: { a: { pattern: '(?=a)b' } } }, '/properties/a/pattern', /lookaround/],
    [{ items: { pattern: '(a)\\1' } }, '/items/pattern', /backreferences/],
    [{ patternProperties: { '(': {} } }, '/patternProperties/(', /ECMA-262/],
    [{ allOf: [{ pattern: 'x'.repeat(5000) }] }, '/allOf/0/pattern', /longer than 4096/],
    [{ pattern: '(a{1000}){1000}' }, '/pattern', /repeat count/],
    [{ properties: { a: { $ref: 'https://example.com/x.json' } } }, '/properties/a/$ref', /nothing is fetched/],
    [{ items: { $ref: '#/$defs/none' } }, '/items/$ref', /names no schema/],
    [{ $ref: '#/x-other', 'x-other': {} }, '/$ref', /names no schema/],
    [{ $schema: 'http://json-schema.org/draft-07/schema#' }, '/$schema', /another dialect/],
    [{ properties: { a: { type: 'text' } } }, '/properties/a/type', /not allowed there/],
    [{ items: [{}] }, '/items', /not allowed there/],
    [{ minimum: '1' }, '/minimum', /must be number/],
    [{ allOf: [{ $ref: '#' }] }, '', /without end/],
    [
      { $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
      '',
      /without end/,
    ],
    [{ properties: JSON.parse('{"__proto__":{}}') }, '/properties/__proto__', /cannot be validated/],
    [{ anyOf: Array.from({ length: 1001 }, () => ({})) }, '', /more than 1000/],
    [true, '', /JSON object/],
    [[], '', /JSON object/],
  ])('case %#', (schema, pointer, why) => {
    const found = refusal(schema)
    expect(found.pointer).toBe(pointer)
    expect(found.detail).toMatch(why)
  })

  test('what nests too deep', () => {
    let schema: object = {}
    for (let i = 0; i < 100; i++) schema = { not: schema }
    expect(refusal(schema).detail).toMatch(/nests deeper/)
  })
})

describe('however a schema is made, a record does not hold up the others', () => {
  const twice = (ref: string) => ({ allOf: [{ $ref: ref }, { $ref: ref }] })

  test('a pattern that would backtrack for ever answers at once', () => {
    expect(message({ pattern: '^(a+)+$' }, JSON.stringify(`${'a'.repeat(100_000)}!`))).toMatch(/^must match pattern/)
  })

  test('a schema that doubles its work at every level is stopped', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`d${i}`, i === 59 ? { type: 'object' } : twice(`#/$defs/d${i + 1}`)]),
    )
    expect(refusal({ $defs, ...twice('#/$defs/d0') }).detail).toMatch(/without end/)
    const deep = { properties: { c: twice('#') } }
    expect(message(deep, `${'{"c":'.repeat(500)}1${'}'.repeat(500)}`)).toMatch(/more work/)
    expect(message(deep, `${'{"c":'.repeat(5)}1${'}'.repeat(5)}`)).toBeNull()
  })

  test('many alternatives of many items, and a pattern of many states, are stopped', () => {
    const many = { items: { anyOf: Array.from({ length: 400 }, (_, i) => ({ const: `x${i}` })) } }
    expect(message(many, `[${'"x399",'.repeat(10_000)}0]`)).toMatch(/more work/)
    expect(message({ pattern: '^([ab]{0,30}){0,30}$' }, JSON.stringify('ab'.repeat(5_000)))).toMatch(/more work/)
  })

  test('many items are told apart without comparing each with each', () => {
    const items = Array.from({ length: 30_000 }, (_, i) => `{"i":${i}}`)
    expect(message({ uniqueItems: true }, `[${items}]`)).toBeNull()
    expect(message({ uniqueItems: true }, `[${[...items, '{"i":7}']}]`)).toMatch(/the same/)
  })

  test('a long record of plain fields is no such work', () => {
    const schema = {
      items: { type: 'object', properties: { id: { type: 'integer' }, name: { pattern: '^[a-z ]+$' } } },
    }
    expect(
      message(schema, `[${Array.from({ length: 20_000 }, (_, i) => `{"id":${i},"name":"some name"}`)}]`),
    ).toBeNull()
  })
})
