import { ARRAY, BOOLEAN, decodeString, type Kind, NULL, NUMBER, OBJECT, STRING } from '@/lib/records/json-bytes'
import { JsonWalker, type PathNode } from '@/lib/records/json-walk'
import { hasLoneSurrogate } from '@/lib/records/text'
import type { Names } from './catalogue'
import { type Fields, MOST_FIELDS } from './fields'
import { ARRAYS, FALSES, NULLS, NUMBERS, OBJECTS, ODD_TEXTS, TEXTS, TRUES } from './kinds'

const T = 0x74
/** Names longer than this are no field's. In bytes. */
const LONGEST_NAME = 256
const DEEPEST = 8

/** The fields of JSON records: what a path leads to without entering an array. */
export class JsonFields {
  readonly #walker: JsonWalker
  #record = 0
  #bytes: Buffer = Buffer.alloc(0)

  constructor(private readonly fields: Fields) {
    this.#walker = new JsonWalker(this, { depth: DEEPEST, paths: MOST_FIELDS + 1, name: LONGEST_NAME })
  }

  /** A record that is valid JSON in UTF-8. */
  read(record: number, bytes: Buffer, start: number, end: number): boolean {
    this.#record = record
    this.#bytes = bytes
    this.#walker.walk(bytes, start, end)
    return true
  }

  value(node: PathNode, kind: Kind, start: number, end: number, escaped: boolean): void {
    if (node.id === 0) return
    const field = this.fields.at(node.id - 1)
    const record = this.#record
    if (kind === STRING && !escaped) {
      field.occurs(record, TEXTS)
      field.text(this.#bytes, start + 1, end - 1)
    } else if (kind === NUMBER) {
      field.occurs(record, NUMBERS)
      field.number(this.#bytes, start, end)
    } else if (kind === STRING) {
      const text = decodeString(this.#bytes, start, end, true)
      const odd = hasLoneSurrogate(text)
      field.occurs(record, odd ? ODD_TEXTS : TEXTS)
      if (odd) return
      const bytes = Buffer.from(text)
      field.text(bytes, 0, bytes.length)
    } else if (kind === BOOLEAN) field.occurs(record, this.#bytes[start] === T ? TRUES : FALSES)
    else if (kind === NULL) field.occurs(record, NULLS)
    else if (kind === ARRAY) field.occurs(record, ARRAYS)
    else if (kind === OBJECT) field.occurs(record, OBJECTS)
  }

  repeated(node: PathNode): void {
    if (node.id > 0) this.fields.at(node.id - 1).occursAgain(this.#record)
  }

  names(): Names {
    const { root } = this.#walker
    const nodes: PathNode[] = []
    const visit = (node: PathNode): void => {
      for (const child of node.children) {
        nodes[child.id - 1] = child
        visit(child)
      }
    }
    visit(root)
    const entries = nodes.map(({ parent, name, truncated }) => ({ parent: parent!.id, name, truncated, type: null }))
    return { entries, truncated: root.truncated }
  }
}
