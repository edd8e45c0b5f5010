import { parseDate, parseTimestamp } from '@/lib/records/instant'
import { faultOf } from './check-literals'
import { connect } from './connect'
import {
  ARRAYS,
  type ArrayOperand,
  type ArrayRelation,
  type Bound,
  type CaseInsensitive,
  COMPARISONS,
  type Comparison,
  type Expression,
  type Literal,
  type Scalar,
  TEMPORAL,
  type Temporal,
  type TemporalRelation,
} from './expression'
import { FilterError, MAX_DEPTH, MAX_MEMBERS, MAX_NODES } from './filter-error'
import { isKeyword } from './keywords'
import { type Token, tokenize } from './tokens'

/**
 * CQL2 text (OGC 21-065, Annex B) by recursive descent: OR, then AND, then NOT, then one condition.
 * @throws FilterError with the place and what was expected there
 */
export const parseFilterText = (text: string): Expression => new Parser(tokenize(text)).whole()

const A_VALUE = "a property, a text in '…', a number, TRUE, FALSE, TIMESTAMP('…'), DATE('…') or CASEI(…)"

class Parser {
  #at = 0
  #depth = 0
  #nodes = 0

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Expression {
    const e = this.#or()
    if (this.#next.kind !== 'end') this.#expected('AND, OR or the end')
    return e
  }

  get #next(): Token {
    return this.tokens[this.#at]!
  }

  #expected(what: string, found = this.#next): never {
    throw new FilterError(`${what} was expected, found ${found.kind === 'end' ? 'the end' : found.text}`, found)
  }

  #refuse(message: string, token: Token): never {
    throw new FilterError(message, token)
  }

  #word(...words: string[]): string | null {
    const t = this.#next
    const word = t.kind === 'name' && !t.quoted ? t.text.toLowerCase() : null
    if (word === null || !words.includes(word)) return null
    this.#at++
    return word
  }

  #symbol(symbol: string): boolean {
    if (this.#next.kind !== 'symbol' || this.#next.text !== symbol) return false
    this.#at++
    return true
  }

  #need(symbol: string): void {
    if (!this.#symbol(symbol)) this.#expected(`"${symbol}"`)
  }

  #count(): void {
    if (++this.#nodes > MAX_NODES) this.#refuse(`a filter has at most ${MAX_NODES} conditions and values`, this.#next)
  }

  #deeper<T>(work: () => T): T {
    if (++this.#depth > MAX_DEPTH) this.#refuse(`conditions nest at most ${MAX_DEPTH} deep`, this.#next)
    const result = work()
    this.#depth--
    return result
  }

  #or(): Expression {
    const of = [this.#and()]
    while (this.#word('or')) of.push(this.#and())
    return connect('or', of)
  }

  #and(): Expression {
    const of = [this.#not()]
    while (this.#word('and')) of.push(this.#not())
    return connect('and', of)
  }

  #not(): Expression {
    if (this.#word('not')) return { kind: 'not', of: this.#deeper(() => this.#not()) }
    if (this.#symbol('(')) {
      const inner = this.#deeper(() => this.#or())
      this.#need(')')
      return inner
    }
    return this.#condition()
  }

  #condition(): Expression {
    this.#count()
    const first = this.#next
    const call = this.#call()
    if (call) return call
    const left = this.#scalar()
    const negated = this.#word('not') !== null
    const made = this.#predicate(left, first, negated)
    const fault = faultOf(made)
    if (fault) this.#refuse(fault, first)
    return negated ? { kind: 'not', of: made } : made
  }

  #predicate(left: Scalar, first: Token, negated: boolean): Expression {
    const operator = this.#next
    if (this.#word('between')) {
      const low = this.#scalar()
      if (!this.#word('and')) this.#expected('AND')
      return { kind: 'between', value: left, low, high: this.#scalar() }
    }
    if (this.#word('in')) return { kind: 'in', value: left, items: this.#members() }
    if (this.#word('like')) return this.#like(left, first)
    if (negated) this.#expected('BETWEEN, IN or LIKE')
    if (this.#word('is')) return this.#isNull(left, first)
    if (operator.kind === 'symbol' && (COMPARISONS as readonly string[]).includes(operator.text)) {
      this.#at++
      return { kind: 'compare', op: operator.text as Comparison, left, right: this.#scalar() }
    }
    if (left.kind === 'boolean') return { kind: 'constant', value: left.value }
    if (left.kind === 'property' && (operator.kind === 'end' || operator.text === ')' || isKeyword(operator.text)))
      this.#refuse(`a property alone is no condition: write ${first.text} = TRUE`, first)
    this.#expected('=, <>, <, <=, >, >=, BETWEEN, IN, LIKE or IS NULL')
  }

  #like(value: Scalar, first: Token): Expression {
    if (value.kind !== 'property' && value.kind !== 'casei') this.#refuse('LIKE takes a property or CASEI(…)', first)
    const token = this.#next
    const pattern = this.#scalar()
    if (pattern.kind !== 'string' && pattern.kind !== 'casei') this.#refuse("LIKE takes a pattern in '…'", token)
    return { kind: 'like', value, pattern }
  }

  #isNull(value: Scalar, first: Token): Expression {
    const negated = this.#word('not') !== null
    if (!this.#word('null')) this.#expected(negated ? 'NULL' : 'NULL or NOT NULL')
    if (value.kind !== 'property') this.#refuse('IS NULL takes a property', first)
    const made: Expression = { kind: 'isNull', value }
    return negated ? { kind: 'not', of: made } : made
  }

  #members(): Scalar[] {
    this.#need('(')
    const items = [this.#scalar()]
    while (this.#symbol(',')) items.push(this.#scalar())
    if (items.length > MAX_MEMBERS) this.#refuse(`IN takes at most ${MAX_MEMBERS} members`, this.#next)
    this.#need(')')
    return items
  }

  #scalar(): Scalar {
    this.#count()
    const t = this.#next
    this.#at++
    if (t.kind === 'string') return { kind: 'string', value: t.value }
    if (t.kind === 'number') return { kind: 'number', text: t.text }
    if (t.kind !== 'name') {
      this.#at--
      return this.#expected(A_VALUE)
    }
    const word = t.quoted ? '' : t.text.toLowerCase()
    if (word === 'true' || word === 'false') return { kind: 'boolean', value: word === 'true' }
    if (word === 'null') this.#refuse('NULL is compared with IS NULL', t)
    const called = !t.quoted && this.#next.text === '(' && this.#next.kind === 'symbol'
    if (called && (word === 'timestamp' || word === 'date')) return this.#instant(word, t)
    if (called && word === 'casei') return this.#casei(t)
    if (called) this.#refuse(unsupported(word, t.text), t)
    if (isKeyword(word)) {
      this.#at--
      return this.#expected(A_VALUE)
    }
    return { kind: 'property', path: t.path }
  }

  #casei(t: Token): CaseInsensitive {
    this.#need('(')
    const of = this.#deeper(() => this.#scalar())
    this.#need(')')
    if (of.kind !== 'property' && of.kind !== 'string' && of.kind !== 'casei')
      this.#refuse('CASEI takes a property or a text', t)
    return { kind: 'casei', of }
  }

  #instant(kind: 'timestamp' | 'date', t: Token): Literal & { kind: 'timestamp' | 'date' } {
    this.#need('(')
    const value = this.#next
    if (value.kind !== 'string') return this.#expected("a text in '…'")
    this.#at++
    this.#need(')')
    return instantOf(kind, value.value, (message) => this.#refuse(message, t))
  }

  #call(): Expression | null {
    const t = this.#next
    const after = this.tokens[this.#at + 1]
    if (t.kind !== 'name' || t.quoted || after?.kind !== 'symbol' || after.text !== '(') return null
    const name = t.text.toLowerCase()
    const op = [...TEMPORAL, ...ARRAYS].find((known) => known === name)
    if (!op) return null
    this.#at += 2
    const isArray = (ARRAYS as readonly string[]).includes(op)
    const operand = (): Temporal | ArrayOperand => (isArray ? this.#array() : this.#temporal())
    const left = operand()
    this.#need(',')
    const right = operand()
    this.#need(')')
    return isArray
      ? { kind: 'array', op: op as ArrayRelation, left: left as ArrayOperand, right: right as ArrayOperand }
      : { kind: 'temporal', op: op as TemporalRelation, left: left as Temporal, right: right as Temporal }
  }

  #temporal(): Temporal {
    const t = this.#next
    if (!this.#word('interval')) {
      const value = this.#scalar()
      if (value.kind === 'property' || value.kind === 'timestamp' || value.kind === 'date') return value
      return this.#refuse("a property, TIMESTAMP('…'), DATE('…') or INTERVAL(…) was expected", t)
    }
    this.#need('(')
    const start = this.#bound()
    this.#need(',')
    const end = this.#bound()
    this.#need(')')
    return { kind: 'interval', start, end }
  }

  /** Within INTERVAL the standard writes instants as bare texts, and '..' for no bound. */
  #bound(): Bound {
    const t = this.#next
    const value = this.#scalar()
    if (value.kind === 'property' || value.kind === 'timestamp' || value.kind === 'date') return value
    if (value.kind !== 'string') return this.#refuse("an instant in '…', '..' or a property was expected", t)
    return boundOf(value.value, (message) => this.#refuse(message, t))
  }

  #array(): ArrayOperand {
    this.#count()
    const t = this.#next
    if (!this.#symbol('(')) {
      const value = this.#scalar()
      return value.kind === 'property' ? value : this.#refuse("a property or a list ('a', 'b') was expected", t)
    }
    if (this.#symbol(')')) return { kind: 'array', items: [] }
    const items: Scalar[] = [this.#scalar()]
    while (this.#symbol(',')) items.push(this.#scalar())
    this.#need(')')
    if (items.length > MAX_MEMBERS) this.#refuse(`a list has at most ${MAX_MEMBERS} members`, t)
    if (items.some((i) => i.kind === 'property' || i.kind === 'casei')) this.#refuse('a list holds values only', t)
    return { kind: 'array', items: items as Literal[] }
  }
}

/** An instant as the standard writes it; refuses days that do not exist. */
export function instantOf(
  kind: 'timestamp' | 'date',
  text: string,
  refuse: (message: string) => never,
): Literal & { kind: 'timestamp' | 'date' } {
  if (kind === 'timestamp' && !parseTimestamp(text))
    refuse(`'${text}' is no RFC 3339 date-time such as 2026-11-06T04:00:00Z`)
  if (kind === 'date' && !parseDate(text)) refuse(`'${text}' is no date such as 2026-11-06`)
  return { kind, text }
}

export const boundOf = (text: string, refuse: (message: string) => never): Bound =>
  text === '..' ? null : instantOf(parseDate(text) ? 'date' : 'timestamp', text, refuse)

export function unsupported(word: string, text: string): string {
  if (word.startsWith('s_')) return `spatial functions (${text}) are not supported`
  if (word === 'accenti') return 'ACCENTI is not supported: texts compare with their accents'
  if (/^(point|linestring|polygon|multi\w+|geometrycollection|bbox)$/.test(word))
    return `geometries (${text}) are not supported`
  return `the function ${text} is not known: supported are CASEI, TIMESTAMP, DATE, INTERVAL, T_… and A_…`
}
