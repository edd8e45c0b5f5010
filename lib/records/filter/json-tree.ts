import { FilterError, type Place, shown, unexpected } from './filter-error'
import { exceeds, MAX_DEPTH, MAX_JSON } from './limits'

/** JSON as it was written: numbers are texts, and every value knows where it stands. */
export type Json = { place: Place } & (
  | { kind: 'object'; members: ReadonlyMap<string, Json> }
  | { kind: 'array'; items: readonly Json[] }
  | { kind: 'string'; value: string }
  | { kind: 'number'; text: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
)

/** A level of a filter is an object and the array of its arguments; a value adds an object and an array. */
const MAX_NESTING = 2 * MAX_DEPTH + 2
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const SPACE = /[ \t\r\n]*/y

/** Throws FilterError for what is no JSON, a name that is used twice in its object, and half of a surrogate pair. */
export function readJson(text: string): Json {
  if (text.length > MAX_JSON)
    throw new FilterError(exceeds(`the filter has ${text.length} characters`, MAX_JSON), { at: MAX_JSON, pointer: '' })
  return new JsonTree(text).document()
}

class JsonTree {
  #at = 0
  #depth = 0

  constructor(private readonly text: string) {}

  document(): Json {
    const json = this.#value('')
    if (this.#at < this.text.length) throw this.#expected('the end', '')
    return json
  }

  #value(pointer: string): Json {
    this.#match(SPACE)
    const json = this.#any({ at: this.#at, pointer })
    this.#match(SPACE)
    return json
  }

  #any(place: Place): Json {
    const c = this.text[this.#at]
    if (c === '{') return this.#nested(place, () => this.#object(place))
    if (c === '[') return this.#nested(place, () => this.#array(place))
    if (c === '"') return { kind: 'string', value: this.#string(place.pointer!), place }
    const word = this.#match(WORD)
    if (word === 'null') return { kind: 'null', place }
    if (word) return { kind: 'boolean', value: word === 'true', place }
    const number = this.#match(NUMBER)
    if (number) return { kind: 'number', text: number, place }
    throw this.#expected('a JSON value', place.pointer!)
  }

  #object(place: Place): Json {
    const members = new Map<string, Json>()
    const { pointer } = place
    this.#list('}', pointer!, () => {
      this.#match(SPACE)
      const at = this.#at
      if (this.text[at] !== '"') throw this.#expected('a member name in double quotes', pointer!)
      const name = this.#string(pointer!)
      if (members.has(name)) throw new FilterError(`the member ${shown(name)} stands here twice`, { at, pointer })
      this.#match(SPACE)
      if (!this.#take(':')) throw this.#expected('":"', pointer!)
      members.set(name, this.#value(`${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`))
    })
    return { kind: 'object', members, place }
  }

  #array(place: Place): Json {
    const items: Json[] = []
    this.#list(']', place.pointer!, () => items.push(this.#value(`${place.pointer}/${items.length}`)))
    return { kind: 'array', items, place }
  }

  /** From behind the opening bracket to behind the closing one. */
  #list(close: string, pointer: string, one: () => void): void {
    this.#match(SPACE)
    if (this.#take(close)) return
    do one()
    while (this.#take(','))
    if (!this.#take(close)) throw this.#expected(`"," or "${close}"`, pointer)
  }

  #nested(place: Place, inside: () => Json): Json {
    if (++this.#depth > MAX_NESTING) throw new FilterError(exceeds('too many levels of nesting', MAX_DEPTH), place)
    this.#at++
    const json = inside()
    this.#depth--
    return json
  }

  #string(pointer: string): string {
    const at = this.#at
    const place = { at, pointer }
    let end = at + 1
    for (; this.text[end] !== '"'; end += this.text[end] === '\\' ? 2 : 1)
      if (end >= this.text.length) throw new FilterError('the string that begins here is not closed', place)
    this.#at = end + 1
    let value: string
    try {
      value = JSON.parse(this.text.slice(at, end + 1))
    } catch {
      throw new FilterError('the string that begins here holds an unknown escape or a control character', place)
    }
    if (/\p{Surrogate}/u.test(value)) throw new FilterError('half of a surrogate pair is no character', place)
    return value
  }

  #take(c: string): boolean {
    if (this.text[this.#at] !== c) return false
    this.#at++
    return true
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  #expected(what: string, pointer: string): FilterError {
    const [found = ''] = this.text.slice(this.#at, this.#at + 2)
    return unexpected(what, [what], shown(found), { at: this.#at, pointer })
  }
}
