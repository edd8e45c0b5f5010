import {
  BACKSLASH,
  CLOSE_OBJECT,
  COMMA,
  decodeString,
  type Kind,
  kindAt,
  OBJECT,
  STRING,
  skipPlain,
  skipSpace,
  skipString,
  skipValue,
} from './json-bytes'

/** RFC 8259 §7; a lone surrogate has no UTF-8. */
const NEEDS_ESCAPES = /["\\\p{Cc}\p{Surrogate}]/u

/** A byte of a name takes at most this many in a JSON string: `\uXXXX`. */
const WORST = 6

/** A path that has been met: names from the root, whose own name is empty. `id` counts up from the root's 0. */
export class PathNode {
  readonly children: PathNode[] = []
  /** Whether there were names here that are not among the children, because a limit was reached. */
  truncated = false
  /** Where among the children the next name is expected: records of one source have their members in one order. */
  next = 0
  /** The last record that it occurred in. */
  record = -1
  /** The name in quotes, as it is written without escapes; null for a name that cannot be. */
  readonly quoted: Buffer | null
  readonly byName = new Map<string, PathNode>()

  constructor(
    readonly id: number,
    readonly name: string,
    readonly parent: PathNode | null,
  ) {
    this.quoted = NEEDS_ESCAPES.test(name) ? null : Buffer.from(`"${name}"`)
  }

  get path(): string[] {
    return this.parent === null ? [] : [...this.parent.path, this.name]
  }
}

/** How deep objects are entered, how many paths are told apart (the root is one), and how long a name may be, in bytes. */
export type WalkLimits = { depth: number; paths: number; name: number }

export interface WalkSink {
  /**
   * A value and where its JSON text stands, objects behind their members. Arrays are not entered. The record's own value
   * comes last, with the root. `escaped` for a string that has an escape in it.
   */
  value(node: PathNode, kind: Kind, start: number, end: number, escaped: boolean): void
  /** The name occurs again in this record, so that neither its value nor any beneath it is the one. */
  repeated(node: PathNode): void
}

/** Goes through every value of record after record, valid JSON all, with the path that it is at. */
export class JsonWalker {
  readonly root = new PathNode(0, '', null)
  #paths = 1
  #record = -1
  #bytes: Buffer = Buffer.alloc(0)
  #end = 0

  constructor(
    private readonly sink: WalkSink,
    private readonly limits: WalkLimits,
  ) {}

  walk(bytes: Buffer, start: number, end: number): void {
    this.#bytes = bytes
    this.#end = end
    this.#record++
    const at = skipSpace(bytes, start, end)
    if (at < end) this.#value(this.root, at, 0)
  }

  #value(node: PathNode, at: number, depth: number): number {
    if (node.record === this.#record) this.sink.repeated(node)
    node.record = this.#record
    const bytes = this.#bytes
    const kind = kindAt(bytes, at)
    let behind: number
    let escaped = false
    if (kind === STRING) {
      behind = skipPlain(bytes, at + 1, this.#end)
      escaped = bytes[behind] === BACKSLASH
      behind = escaped ? skipString(bytes, at, this.#end) : Math.min(behind + 1, this.#end)
    } else behind = kind === OBJECT ? this.#object(node, at, depth) : skipValue(bytes, at, this.#end)
    this.sink.value(node, kind, at, behind, escaped)
    return behind
  }

  #object(node: PathNode, at: number, depth: number): number {
    const bytes = this.#bytes
    const end = this.#end
    node.next = 0
    let i = skipSpace(bytes, at + 1, end)
    if (bytes[i] === CLOSE_OBJECT) return i + 1
    if (depth >= this.limits.depth) {
      node.truncated = true
      return skipValue(bytes, at, end)
    }
    while (i < end) {
      let child: PathNode | null = node.children[node.next] ?? null
      if (child !== null && this.#spells(child.quoted, i)) {
        node.next++
        i += child.quoted!.length
      } else {
        const name = i
        i = skipPlain(bytes, name + 1, end)
        const escaped = bytes[i] === BACKSLASH
        i = escaped ? skipString(bytes, name, end) : i + 1
        child = this.#child(node, name, i, escaped)
      }
      i = skipSpace(bytes, skipSpace(bytes, i, end) + 1, end)
      if (i >= end) return end
      i = child === null ? skipValue(bytes, i, end) : this.#value(child, i, depth + 1)
      i = skipSpace(bytes, i, end)
      if (bytes[i] !== COMMA) return i + 1
      i = skipSpace(bytes, i + 1, end)
    }
    return end
  }

  /** The node of a name, from quote to quote; null where a limit keeps it from having one. */
  #child(node: PathNode, start: number, end: number, escaped: boolean): PathNode | null {
    // Of what it says, not of how it is written: else one spelling of a name had a node and another had none.
    const most = this.limits.name
    const long = end - start - 2 > (escaped ? most * WORST : most)
    const name = long ? '' : decodeString(this.#bytes, start, end, escaped)
    if (long || Buffer.byteLength(name) > most) {
      node.truncated = true
      return null
    }
    const known = node.byName.get(name)
    if (known) {
      node.next = node.children.indexOf(known) + 1
      return known
    }
    if (this.#paths >= this.limits.paths) {
      node.truncated = true
      return null
    }
    const child = new PathNode(this.#paths++, name, node)
    node.children.push(child)
    node.byName.set(name, child)
    node.next = node.children.length
    return child
  }

  /** Whether a name stands at `at` as it is usually written. */
  #spells(quoted: Buffer | null, at: number): boolean {
    if (quoted === null || quoted.length > this.#end - at) return false
    for (let i = 0; i < quoted.length; i++) if (quoted[i] !== this.#bytes[at + i]) return false
    return true
  }
}
