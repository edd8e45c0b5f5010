import type { Cursor } from './cursor'
import { FilterError, unsupportedFunction } from './filter-error'
import { isArithmetic, noArithmetic, placeInText, type Token } from './lexer'
import { caseInsensitive, interval, time } from './literals'
import type { Operand } from './operand'

const VALUES = ['a property', 'a text', 'a number', 'TRUE', 'FALSE', "TIMESTAMP('…')", "DATE('…')", 'CASEI(…)']

/** A value. Where a pattern stands, its texts may escape wildcards. */
export function operand(cursor: Cursor, inPattern = false): Operand {
  const { token, place } = cursor
  switch (token.kind) {
    case 'property':
      cursor.next()
      return { value: { kind: 'property', path: token.path }, place }
    case 'string':
      return { value: { kind: 'string', value: string(cursor, token, inPattern) }, place }
    case 'number':
      cursor.next()
      return { value: { kind: 'number', text: token.text }, place }
    case 'word':
      if (token.word !== 'TRUE' && token.word !== 'FALSE' && token.word !== 'NULL') break
      cursor.next()
      return {
        value: token.word === 'NULL' ? { kind: 'null' } : { kind: 'boolean', value: token.word === 'TRUE' },
        place,
      }
    case 'function':
      return { value: call(cursor, token, inPattern), place }
    case 'symbol':
      if (token.text === '-' || token.text === '+') return signed(cursor, token)
  }
  if (isArithmetic(token)) throw noArithmetic(token)
  throw cursor.unexpected('a value', VALUES)
}

function string(cursor: Cursor, token: Token & { kind: 'string' }, inPattern: boolean): string {
  if (token.wildcard !== null && !inPattern)
    throw new FilterError(
      'a wildcard is escaped in patterns of LIKE alone: a backslash itself is written \\\\',
      placeInText(token.wildcard),
    )
  cursor.next()
  return token.value
}

/** A sign belongs to the number that it touches; elsewhere it is arithmetic. */
function signed(cursor: Cursor, sign: Token & { kind: 'symbol' }): Operand {
  cursor.next()
  const { token } = cursor
  if (token.kind !== 'number' || token.at !== sign.end) throw noArithmetic(sign)
  cursor.next()
  return {
    value: { kind: 'number', text: sign.text === '-' ? `-${token.text}` : token.text },
    place: placeInText(sign.at),
  }
}

function call(cursor: Cursor, { name, at }: Token & { kind: 'function' }, inPattern: boolean): Operand['value'] {
  const place = placeInText(at)
  const known = name.toLowerCase()
  switch (known) {
    case 'casei':
      cursor.next()
      return caseInsensitive(cursor.parenthesized(() => operand(cursor, inPattern)))
    case 'timestamp':
    case 'date':
      cursor.next()
      return cursor.parenthesized(() => {
        const { token, place: inside } = cursor
        if (token.kind !== 'string') throw cursor.unexpected('a text', ['a text'])
        return time(known, string(cursor, token, false), inside)
      })
    case 'interval': {
      cursor.next()
      const [start, end] = cursor.parenthesized(() => pair(cursor, operand))
      return interval(start, end, place)
    }
  }
  if (/^[ta]_/.test(known)) throw new FilterError(`${name} is a condition, not a value`, place)
  throw new FilterError(unsupportedFunction(name), place)
}

/** Two, with a comma between them. */
export function pair<T>(cursor: Cursor, one: (cursor: Cursor) => T): [T, T] {
  const first = one(cursor)
  cursor.expectSymbol(',')
  return [first, one(cursor)]
}

/** What stands in parentheses, with commas between; it may be empty. */
export function operands(cursor: Cursor): Operand[] {
  return cursor.parenthesized(() => {
    const items: Operand[] = []
    if (cursor.atSymbol(')')) return items
    do items.push(operand(cursor))
    while (cursor.takeSymbol(','))
    return items
  })
}

/** A side of an A_… function. */
export function arrayOperand(cursor: Cursor): Operand {
  const { place } = cursor
  return cursor.atSymbol('(') ? { value: { kind: 'list', items: operands(cursor) }, place } : operand(cursor)
}
