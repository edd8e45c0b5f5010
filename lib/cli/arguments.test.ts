import { describe, expect, test } from 'vitest'
import { type Options, parseCommandLine } from './arguments'
import { EXIT } from './exit'
import type { Failure } from './failure'
import { parseRange } from './range-option'

const OPTIONS: Options = {
  tenant: { type: 'string', about: '' },
  all: { type: 'boolean', about: '' },
  each: { type: 'string', multiple: true, about: '' },
}
const parse = (...args: string[]) => parseCommandLine(args, OPTIONS, ['ID'])

function failure(work: () => unknown): Failure {
  try {
    work()
  } catch (error) {
    return error as Failure
  }
  throw new Error('It did not fail.')
}

describe('parseCommandLine', () => {
  test('takes options before and after arguments, repeated and empty ones', () => {
    const given = parse('--each', 'a', 'art', '--tenant=', '--each=-b', '--all', '--json')
    expect(given.positionals).toEqual(['art'])
    expect(given.text('tenant')).toBe('')
    expect(given.list('each')).toEqual(['a', '-b'])
    expect([given.flag('all'), given.flag('json'), given.flag('help')]).toEqual([true, true, false])
  })

  test.each([
    [['x', '--bogus'], "Unknown option '--bogus'."],
    [['x', '--tenant'], "Option '--tenant <value>' argument missing"],
    [['x', '--all=1'], "Option '--all' does not take an argument"],
    [[], 'ID is missing.'],
    [['x', 'y'], '"y" is one argument too many.'],
  ])('%j is a usage failure', (args, words) => {
    const { exit, facts } = failure(() => parse(...args))
    expect([exit, facts.title]).toEqual([EXIT.usage, words])
  })

  test('help needs no arguments', () => {
    expect(parse('--help').flag('help')).toBe(true)
    expect(parse('-h').flag('help')).toBe(true)
  })

  test('a missing required option, and a number that is none, are named', () => {
    expect(failure(() => parse('x').required('tenant')).facts.title).toBe('--tenant is missing.')
    for (const bad of ['0', '11', '1.5', '-1', 'many', ''])
      expect(failure(() => parse('x', `--tenant=${bad}`).count('tenant', 1, 10)).exit).toBe(EXIT.usage)
    expect(parse('x', '--tenant=10').count('tenant', 1, 10)).toBe(10)
  })
})

describe('parseRange', () => {
  test('is half-open, and open where an end is left out', () => {
    expect(parseRange('records', '2:5')).toEqual({ start: 2, end: 5 })
    expect(parseRange('records', ':5')).toEqual({ start: 0, end: 5 })
    expect(parseRange('records', '2:')).toEqual({ start: 2, end: Number.MAX_SAFE_INTEGER })
  })

  test.each(['5', '5:5', '5:2', 'a:b', '-1:5', '1:2:3', '', '1.5:2', `0:${'9'.repeat(16)}`])('refuses %j', (text) => {
    expect(failure(() => parseRange('bytes', text)).exit).toBe(EXIT.usage)
  })
})
