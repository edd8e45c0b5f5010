import { endOfContainer } from './json-end'

/** JSON that is not I-JSON (RFC 7493). `pointer` is the place (RFC 6901), as far as it was understood. */
export class IJsonError extends Error {
  constructor(
    readonly pointer: string,
    readonly detail: string,
  ) {
    super(`${pointer || '/'}: ${detail}`)
    this.name = 'IJsonError'
  }
}

export type IJsonLimits = {
  maxDepth: number
  maxFields: number
  /** Where captured content lies: a value, … */
  raw?: readonly string[]
  /** … or each element of an array. */
  rawEach?: readonly string[]
}

/** How deep a captured value may nest; as everywhere where records are validated. */
const RAW_DEPTH = 512

/**
 * Parses JSON strictly: no duplicate names, no integer beyond 2^53-1, no number beyond double range, no lone surrogate,
 * nothing before or behind. Captured content is kept as the text it is: there the grammar alone is checked, and `slices`
 * holds the exact source by its pointer.
 */
export function parseIJson(text: string, limits: IJsonLimits): { value: unknown; slices: Map<string, string> } {
  const parser = new Parser(text, limits)
  return { value: parser.document(), slices: parser.slices }
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y
/** What may follow a backslash, or the five characters that may. */
const SIMPLE = '"\\/bfnrt'
const HEX = /u[0-9a-fA-F]{4}/y
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const WORDS: [string, unknown][] = [
  ['true', true],
  ['false', false],
  ['null', null],
]

class Parser {
  readonly slices = new Map<string, string>()
  #at = 0
  #path: (string | number)[] = []
  #fields = 0
  /** The length of the path at which captured content began, or -1 outside of it. */
  #rawFrom = -1
  readonly #raw: Set<string>
  readonly #rawEach: Set<string>

  constructor(
    private readonly text: string,
    private readonly limits: IJsonLimits,
  ) {
    this.#raw = new Set(limits.raw)
    this.#rawEach = new Set(limits.rawEach)
  }

  document(): unknown {
    const value = this.#value()
    this.#space()
    if (this.#at < this.text.length) this.#fail('nothing may follow the value')
    return value
  }

  #value(): unknown {
    this.#space()
    const begins = this.#at
    if (this.#rawFrom >= 0 || !this.#isRaw()) return this.#any()
    const value = this.#captured()
    this.slices.set(this.#pointer(), this.text.slice(begins, this.#at))
    return value
  }

  /** An array or object by the engine's own parser, in a third of the time; where that finds a fault, this one says which. */
  #captured(): unknown {
    const end = endOfContainer(this.text, this.#at, RAW_DEPTH)
    try {
      if (end >= 0) {
        const value: unknown = JSON.parse(this.text.slice(this.#at, end))
        this.#at = end
        return value
      }
    } catch {}
    this.#rawFrom = this.#path.length
    const value = this.#any()
    this.#rawFrom = -1
    return value
  }

  /** Content lies near the root: deeper places need not be spelled out to be compared. */
  #isRaw(): boolean {
    if (this.#path.length > 3) return false
    return this.#raw.has(this.#pointer()) || this.#rawEach.has(this.#pointer(-1))
  }

  #any(): unknown {
    const c = this.text[this.#at]
    if (c === '{') return this.#object()
    if (c === '[') return this.#array()
    if (c === '"') return this.#string()
    for (const [word, value] of WORDS)
      if (c === word[0] && this.text.startsWith(word, this.#at)) {
        this.#at += word.length
        return value
      }
    return this.#number()
  }

  #object(): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    this.#enter()
    if (this.#take('}')) return object
    do {
      this.#space()
      if (this.text[this.#at] !== '"') this.#fail('expected a member name in double quotes')
      const name = this.#string()
      if (this.#rawFrom < 0 && Object.hasOwn(object, name)) {
        this.#path.push(name)
        this.#refuse('the name is used twice in its object')
      }
      if (!this.#take(':')) this.#fail('expected ":"')
      this.#path.push(name)
      this.#count()
      const value = this.#value()
      this.#path.pop()
      // Assigning to `__proto__` would change the object's prototype.
      if (name === '__proto__')
        Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
      else object[name] = value
    } while (this.#take(','))
    if (!this.#take('}')) this.#fail('expected "," or "}"')
    return object
  }

  #array(): unknown[] {
    const array: unknown[] = []
    this.#enter()
    if (this.#take(']')) return array
    do {
      this.#path.push(array.length)
      this.#count()
      array.push(this.#value())
      this.#path.pop()
    } while (this.#take(','))
    if (!this.#take(']')) this.#fail('expected "," or "]"')
    return array
  }

  #enter(): void {
    this.#at++
    const inside = this.#rawFrom >= 0
    const most = inside ? RAW_DEPTH + this.#rawFrom : this.limits.maxDepth
    if (this.#path.length >= most) this.#refuse(`nests deeper than ${inside ? RAW_DEPTH : most} levels`)
  }

  #string(): string {
    const { text } = this
    const begins = this.#at
    let escaped = false
    // A loop, not one expression: a string of megabytes would exhaust the matcher's stack.
    let i = begins + 1
    for (; ; i++) {
      const c = text.charCodeAt(i)
      if (c === 0x22) break
      if (c >= 0x20 && c !== 0x5c) continue
      this.#at = i
      if (c !== 0x5c) this.#fail('a string that is not closed, or a control character in it')
      escaped = true
      i++
      if (SIMPLE.includes(text[i] ?? 'none')) continue
      HEX.lastIndex = i
      if (!HEX.test(text)) this.#fail('unknown escape in a string')
      i += 4
    }
    this.#at = i
    this.#at++
    const literal = this.text.slice(begins, this.#at)
    const value: string = escaped ? JSON.parse(literal) : literal.slice(1, -1)
    if (this.#rawFrom < 0 && LONE.test(value)) this.#refuse('holds half of a surrogate pair')
    return value
  }

  #number(): number {
    NUMBER.lastIndex = this.#at
    const match = NUMBER.exec(this.text)
    if (!match) this.#fail('expected a value')
    const [literal, fraction, exponent] = match!
    this.#at = NUMBER.lastIndex
    const value = Number(literal)
    if (this.#rawFrom < 0) {
      if (!Number.isFinite(value)) this.#refuse('is beyond the range of a double')
      if (!fraction && !exponent && !Number.isSafeInteger(value))
        this.#refuse('is an integer beyond 2^53-1: write it as a string')
    }
    return value
  }

  /** Members and elements, whatever their values: empty ones take memory too. */
  #count(): void {
    if (this.#rawFrom < 0 && ++this.#fields > this.limits.maxFields)
      this.#refuse(`holds more than ${this.limits.maxFields} fields`)
  }

  #space(): void {
    for (;;) {
      const c = this.text.charCodeAt(this.#at)
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return
      this.#at++
    }
  }

  #take(c: string): boolean {
    this.#space()
    if (this.text[this.#at] !== c) return false
    this.#at++
    return true
  }

  #pointer(end?: number): string {
    return this.#path
      .slice(0, end)
      .map((s) => `/${String(s).replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join('')
  }

  #refuse(detail: string): never {
    throw new IJsonError(this.#pointer(), detail)
  }

  #fail(detail: string): never {
    const before = this.text.slice(0, this.#at)
    const line = before.split('\n').length
    const found = this.#at < this.text.length ? JSON.stringify(this.text[this.#at]) : 'the end'
    throw new IJsonError(
      this.#pointer(),
      `${detail}, found ${found} at line ${line}, column ${this.#at - before.lastIndexOf('\n')}`,
    )
  }
}
