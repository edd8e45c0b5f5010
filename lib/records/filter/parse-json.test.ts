import { describe, expect, test } from 'vitest'
import { FilterError } from './filter-error'
import { parseFilterJson } from './parse-json'
import { filterToJson } from './to-json'
import { filterToText } from './to-text'

const A = '{"property":"a"}'
const op = (name: string, ...args: string[]) => `{"op":"${name}","args":[${args.join(',')}]}`

test('numbers keep their text, white space and the order of members do not matter', () => {
  const json = ` { "args" : [ ${A} , -123456789012345678901234567890.10e-5 ] , "op" : "=" }\n`
  expect(filterToJson(parseFilterJson(json))).toBe(
    '{"op":"=","args":[{"property":"a"},-123456789012345678901234567890.10e-5]}',
  )
})

test('a property is a path, as in text', () => {
  const json = op('=', String.raw`{"property":"a.\"b.c\".\"q\"\"\""}`, '{"property":"date"}')
  expect(parseFilterJson(json)).toMatchObject({
    left: { path: ['a', 'b.c', 'q"'] },
    right: { path: ['date'] },
  })
})

test('nested lists of the same kind are one', () => {
  const nested = op('and', op('and', 'true', 'false'), op('or', 'true', op('or', 'false', 'true')))
  expect(filterToText(parseFilterJson(nested))).toBe('TRUE AND FALSE AND (TRUE OR FALSE OR TRUE)')
})

test('names that objects have of themselves are members like others', () => {
  expect(refusal(`{"__proto__":${A}}`).pointer).toBe('')
  expect(refusal(op('=', '{"toString":"a"}', '1')).detail).toMatch(/^a value was expected/)
  expect(refusal(op('toString', A, '1')).detail).toMatch(/^the function toString is not supported/)
})

const refusal = (json: string): FilterError => {
  try {
    parseFilterJson(json)
  } catch (error) {
    if (error instanceof FilterError) return error
    throw error
  }
  throw new Error(`${json} was accepted`)
}

describe('what is refused, and where', () => {
  test.each<[string, string, RegExp]>([
    [A, '', /^a property alone is no condition/],
    ['"a = 1"', '', /^a condition was expected/],
    ['null', '', /^a condition was expected/],
    ['[]', '', /^a condition was expected/],
    ['{}', '', /^a condition was expected/],
    ['', '', /^a JSON value was expected, found the end$/],
    ['true false', '', /^the end was expected, found "f"$/],
    ['{"op":"=" "args":[]}', '', /^"," or "}" was expected/],
    ['{op:1}', '', /^a member name in double quotes was expected, found "o"$/],
    ['{"op":"=","args":[01,1]}', '/args', /^"," or "]" was expected, found "1"$/],
    ['{"op":"=","args":[.5,1]}', '/args/0', /^a JSON value was expected/],
    ['{"op":"=","args":[1,]}', '/args/1', /^a JSON value was expected/],
    ['{"op":"=', '/op', /is not closed$/],
    ['{"op":"=","args":["\\x",1]}', '/args/0', /unknown escape or a control character/],
    ['{"op":"=","args":["\n",1]}', '/args/0', /unknown escape or a control character/],
    ['{"op":"=","args":["\\ud800",1]}', '/args/0', /half of a surrogate pair/],
    [`{"op":"=","args":[${A},1],"args":[${A},2]}`, '', /^the member "args" stands here twice$/],
    [`{"op":"=","\\u006fp":"<","args":[]}`, '', /^the member "op" stands here twice$/],
    [`{"op":"=","args":[${A},1],"x":1}`, '/x', /^the member "x" is not known here$/],
    ['{"op":"="}', '', /^the member "args" is missing$/],
    ['{"op":1,"args":[]}', '/op', /name of an operator/],
    [`{"op":"=","args":${A}}`, '/args', /array of arguments/],
    [op('=', A), '', /^"=" takes 2 arguments, not 1$/],
    [op('not', 'true', 'true'), '', /^"not" takes 1 argument, not 2$/],
    [op('and', 'true'), '', /two arguments or more/],
    [op('AND', 'true', 'true'), '/op', /^"AND" is written "and" in JSON$/],
    [op('t_finishedby', A, A), '/op', /is written "t_finishedBy" in JSON$/],
    [op('isnull', A), '/op', /is written "isNull" in JSON$/],
    [op('!=', A, '1'), '/op', /^the function != is not supported/],
    [op('+', A, '1'), '/op', /^arithmetic/],
    [op('=', op('div', A, '2'), '1'), '/args/0/op', /^arithmetic/],
    [op('s_intersects', A, A), '/op', /spatial/],
    [op('=', op('accenti', A), '"x"'), '/args/0/op', /^accenti is not supported|^ACCENTI is not supported/],
    [op('=', A, '{"bbox":[1,2,3,4]}'), '/args/1', /geometries are not supported$/],
    [op('=', A, '{"type":"Point","coordinates":[1,2]}'), '/args/1', /geometries are not supported$/],
    [op('=', A, op('=', A, '1')), '/args/1', /^"=" is a condition, not a value$/],
    [op('casei', A), '', /^"casei" is a value, not a condition$/],
    [op('and', 'true', op('=', A, 'null')), '/args/1/args/1', /IS NULL/],
    [op('in', A, '1'), '/args/1', /^an array of values was expected$/],
    [op('in', A, '[]'), '/args/1', /at least one value/],
    [op('in', A, '[1,"x"]'), '/args/1/1', /^a text cannot be compared with a number$/],
    [op('=', A, '[1]'), '/args/1', /a list is compared by IN/],
    [op('=', '{"property":"a b"}', '1'), '/args/0/property', /double quotes$/],
    [op('=', '{"property":1}', '1'), '/args/0/property', /^a string was expected$/],
    [op('=', `{"property":"a","x":1}`, '1'), '/args/0/x', /is not known here$/],
    [op('=', A, '{"date":"2026-02-30"}'), '/args/1/date', /no day there is/],
    [op('=', A, '{"timestamp":"2026-02-28"}'), '/args/1/timestamp', /no time there is/],
    [op('=', A, '"2026-02-28T00:00:00Z"'), '/args/1', /write TIMESTAMP/],
    [op('t_after', A, '{"interval":["..","2026-02-30"]}'), '/args/1/interval/1', /no time there is/],
    [op('t_after', A, '{"interval":[".."]}'), '/args/1/interval', /array of the two ends/],
    [op('like', A, String.raw`"x\\"`), '/args/1', /ends with a backslash/],
    [op('>', A, 'true'), '/args/1', /no order/],
    [op('a_equals', A, '[[1]]'), '/args/1/0', /literals alone/],
  ])('%s', (json, pointer, detail) => {
    const error = refusal(json)
    expect(error.detail).toMatch(detail)
    expect(error.pointer).toBe(pointer)
    expect(error.message).toBe(`at character ${error.at + 1}${pointer && ` (${pointer})`}: ${error.detail}`)
  })

  test('the offset is that of the value', () => {
    expect(refusal(op('=', A, 'null')).at).toBe(op('=', A, '').indexOf(']'))
  })
})
