import type { AuditFault } from '@/lib/protocol/audit'
import { type Node, TreeBuilder } from '@/lib/transparency/tree'
import { type AuditEvent, leafOf } from './event'

/** An event as it is shown: whole with its salt, or, where something is withheld, without. */
export type Shown = {
  position: number
  leaf: Buffer
  event: AuditEvent
  salt: Buffer | null
  /** The id of the event before it, where that is shown too. */
  after?: string | undefined
}

type Signed = { size: number; root: Buffer; agrees: boolean | null }

const NAMED = 100
const HELD = 10_000

/**
 * Walks a log in order, recomputes each leaf, folds the leaves to the roots that were signed, and names what differs.
 * Memory grows with the faults, not with the log.
 *
 * The leaf that stands beside an event is what the tree is built from. So where the tree leads to a signed root, an event
 * that does not fit its leaf was edited, and all others were not.
 */
export class LogWalk {
  readonly #faults: AuditFault[] = []
  #total = 0
  #next = 0
  #whole = true
  readonly #missing = new Map<number, string | null>()
  readonly #edited: { shown: Shown; fault: AuditFault }[] = []
  readonly #completed = new Map<number, { index: number; hash: Buffer }>()
  readonly #tree = new TreeBuilder(undefined, ({ level, index }, hash) => this.#completed.set(level, { index, hash }))
  /** Roots to hold against the tree when it has their size, and how that went: null where it could not be. */
  readonly #roots: Signed[]
  readonly #bySize = new Map<number, Signed[]>()

  recomputed = 0
  withheld = 0

  constructor(roots: readonly { size: number; root: Buffer }[]) {
    this.#roots = roots.map(({ size, root }) => ({ size, root, agrees: null }))
    for (const signed of this.#roots) this.#bySize.set(signed.size, [...(this.#bySize.get(signed.size) ?? []), signed])
  }

  event(shown: Shown): void {
    const { position, event } = shown
    if (this.#placed(position, event.event_id, shown.after)) this.#add(0, shown.leaf)
    if (!shown.salt) {
      this.withheld++
      return
    }
    this.recomputed++
    if (leafOf(shown.salt, event).equals(shown.leaf)) return
    const detail = 'The event is not the one that was logged here: it was changed.'
    const fault: AuditFault = { kind: 'edited', position, event_id: event.event_id, detail }
    if (this.#edited.length < NAMED) this.#edited.push({ shown, fault })
    this.#fault(fault)
  }

  /** A leaf whose event is gone. */
  gone(position: number, eventId: string, leaf: Buffer): void {
    if (this.#placed(position, eventId)) this.#add(0, leaf)
    this.#fault({ kind: 'missing', position, event_id: eventId, detail: 'The event was removed; its leaf is there.' })
  }

  /** Leaves [from, to) that are not shown, by the roots of their `cover`. */
  elided(from: number, to: number, nodes: readonly { node: Node; hash: Buffer }[] | null): void {
    if (!this.#placed(from, null)) return
    this.#next = to
    if (nodes) for (const { node, hash } of nodes) this.#add(node.level, hash)
    else {
      this.#whole = false
      this.#fault({ kind: 'tree', position: from, event_id: null, detail: `Hashes up to ${to} are not there.` })
    }
  }

  /** A stored root over a complete subtree whose leaves were just walked. */
  stored({ level, index }: Node, hash: Buffer): void {
    const own = this.#completed.get(level)
    if (!this.#whole || own?.index !== index || own.hash.equals(hash)) return
    const first = index * 2 ** level
    const detail = `One of the positions ${first} to ${first + 2 ** level - 1} was changed together with its leaf.`
    this.#fault({ kind: 'tree', position: first, event_id: null, detail })
  }

  fault(fault: AuditFault): void {
    this.#fault(fault)
  }

  /** @param size how many leaves there must be */
  end(size: number, lastId: string | null = null) {
    if (this.#next < size) this.#hole(this.#next, size, lastId)
    for (const [position, id] of this.#missing) {
      const detail = 'The event is not there.'
      this.#fault({ kind: 'missing', position, event_id: id, detail })
    }
    this.#findMoved()
    return {
      faults: this.#faults.sort((a, b) => (a.position ?? -1) - (b.position ?? -1)),
      total: this.#total,
      roots: this.#roots,
    }
  }

  #add(level: number, hash: Buffer): void {
    if (!this.#whole) return
    this.#tree.addSubtree(level, hash)
    for (const signed of this.#bySize.get(this.#tree.size) ?? []) signed.agrees = this.#tree.root().equals(signed.root)
  }

  /** Whether this is the next position. Notes what lies between, or that it stands too late. */
  #placed(position: number, eventId: string | null, after?: string): boolean {
    if (position > this.#next) this.#hole(this.#next, position, after ?? null)
    if (position >= this.#next) {
      this.#next = position + 1
      return true
    }
    this.#whole = false
    const moved = this.#missing.delete(position)
    const detail = moved
      ? `It stands behind position ${this.#next - 1}, out of order.`
      : 'Its position is there a second time.'
    this.#fault({ kind: 'order', position, event_id: eventId, detail })
    return false
  }

  #hole(from: number, to: number, lastId: string | null): void {
    this.#whole = false
    const named = Math.min(to, from + HELD)
    for (let at = from; at < named; at++) this.#missing.set(at, at === to - 1 ? lastId : null)
    if (named < to) {
      const detail = `The events from here up to position ${to - 1} are not there.`
      this.#fault({ kind: 'missing', position: named, event_id: null, detail })
    }
  }

  /** Two events that fit each other's place were exchanged, not edited. */
  #findMoved(): void {
    for (const { shown, fault } of this.#edited)
      for (const { shown: other } of this.#edited) {
        if (shown === other || !shown.salt || !other.salt) continue
        const there = [shown.salt, other.salt].some((salt) => leafOf(salt, shown.event).equals(other.leaf))
        if (!there) continue
        fault.kind = 'moved'
        fault.detail = `The event was logged at position ${other.position}, and was moved here.`
      }
  }

  #fault(fault: AuditFault): void {
    this.#total++
    if (this.#faults.length < NAMED) this.#faults.push(fault)
  }
}
