import type { Path } from './filter/expression'
import {
  BACKSLASH,
  CLOSE_OBJECT,
  COMMA,
  decodeString,
  kindAt,
  MISSING,
  OBJECT,
  STRING,
  skipPlain,
  skipSpace,
  skipString,
  skipValue,
} from './json-bytes'
import { hasLoneSurrogate } from './text'

/** A name that is looked for, for which of the paths, and what is looked for beneath it. */
type Node = { id: number; name: string; bytes: Buffer | null; slots: number[]; children: Node[] }

/**
 * The values at a few paths of a record, found in one pass over its bytes. Nothing is decoded. Of the value at path number
 * `i`, `kinds[i]` says what it is, and `starts[i]` and `ends[i]` where its JSON text stands.
 */
export class JsonReader {
  readonly kinds: Uint8Array
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** 1 for a string that has an escape in it. */
  readonly escaped: Uint8Array
  /** 1 where a name on the way to the value occurs twice in its object, so that there is no saying which is meant. */
  readonly repeated: Uint8Array
  readonly #root: Node
  readonly #seen: Uint8Array
  #bytes: Buffer = Buffer.alloc(0)
  #end = 0
  /** Values still to be found before the rest of the record is of no interest; below 0, all of it is. */
  #left = -1

  constructor(paths: readonly Path[]) {
    this.kinds = new Uint8Array(paths.length)
    this.starts = new Float64Array(paths.length)
    this.ends = new Float64Array(paths.length)
    this.escaped = new Uint8Array(paths.length)
    this.repeated = new Uint8Array(paths.length)
    const { root, count } = tree(paths)
    this.#root = root
    this.#seen = new Uint8Array(count)
  }

  /**
   * Reads one record, which is valid JSON. With `namesAreUnique`, which the caller must know of the whole record, the rest
   * is not looked at once every path is found.
   */
  read(bytes: Buffer, start: number, end: number, namesAreUnique = false): void {
    for (let i = 0; i < this.kinds.length; i++) {
      this.kinds[i] = MISSING
      this.repeated[i] = 0
    }
    for (let i = 0; i < this.#seen.length; i++) this.#seen[i] = 0
    this.#bytes = bytes
    this.#end = end
    this.#left = namesAreUnique ? this.kinds.length : -1
    const at = skipSpace(bytes, start, end)
    if (at < end && kindAt(bytes, at) === OBJECT) this.#object(this.#root, at)
  }

  /** From an opening brace to behind the closing one. Calls itself as deep as the paths are long. */
  #object(node: Node, at: number): number {
    const bytes = this.#bytes
    const end = this.#end
    let i = skipSpace(bytes, at + 1, end)
    if (bytes[i] === CLOSE_OBJECT) return i + 1
    while (i < end) {
      const name = i
      i = skipPlain(bytes, name + 1, end)
      let child: Node | null
      if (bytes[i] === BACKSLASH) {
        i = skipString(bytes, name, end)
        const decoded = decodeString(bytes, name, i, true)
        child = node.children.find((n) => n.name === decoded) ?? null
      } else {
        child = childNamed(node.children, bytes, name + 1, i)
        i++
      }
      // Behind the colon, which may have white space on both sides.
      i = skipSpace(bytes, skipSpace(bytes, i, end) + 1, end)
      if (i >= end) return end
      i = child === null ? skipValue(bytes, i, end) : this.#value(child, i)
      if (this.#left === 0) return end
      i = skipSpace(bytes, i, end)
      if (bytes[i] !== COMMA) return i + 1
      i = skipSpace(bytes, i + 1, end)
    }
    return end
  }

  #value(node: Node, at: number): number {
    const bytes = this.#bytes
    const end = this.#end
    if (this.#seen[node.id] === 1) this.#ambiguous(node)
    this.#seen[node.id] = 1
    const kind = kindAt(bytes, at)
    let behind: number
    let escaped = 0
    if (kind === STRING) {
      behind = skipPlain(bytes, at + 1, end)
      if (bytes[behind] === BACKSLASH) {
        escaped = 1
        behind = skipString(bytes, at, end)
      } else behind++
    } else if (kind === OBJECT && node.children.length > 0) behind = this.#object(node, at)
    else behind = skipValue(bytes, at, end)
    for (const slot of node.slots) {
      this.kinds[slot] = kind
      this.starts[slot] = at
      this.ends[slot] = Math.min(behind, end)
      this.escaped[slot] = escaped
      this.#left--
    }
    return behind
  }

  #ambiguous(node: Node): void {
    for (const slot of node.slots) this.repeated[slot] = 1
    for (const child of node.children) this.#ambiguous(child)
  }
}

function tree(paths: readonly Path[]): { root: Node; count: number } {
  let count = 0
  const node = (name: string): Node => ({
    id: count++,
    name,
    // A name with a lone surrogate has no bytes: it can only be written with an escape.
    bytes: hasLoneSurrogate(name) ? null : Buffer.from(name),
    slots: [],
    children: [],
  })
  const root = node('')
  paths.forEach((path, slot) => {
    let at = root
    for (const name of path) {
      let child = at.children.find((n) => n.name === name)
      if (!child) {
        child = node(name)
        at.children.push(child)
      }
      at = child
    }
    at.slots.push(slot)
  })
  return { root, count }
}

function childNamed(children: readonly Node[], bytes: Buffer, from: number, to: number): Node | null {
  next: for (let c = 0; c < children.length; c++) {
    const name = children[c]!.bytes
    if (name === null || name.length !== to - from) continue
    for (let i = 0; i < name.length; i++) if (name[i] !== bytes[from + i]) continue next
    return children[c]!
  }
  return null
}
