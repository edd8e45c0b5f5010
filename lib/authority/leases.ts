import { hostname } from 'node:os'
import type postgres from 'postgres'
import { makeId } from '@/lib/protocol/make-id'
import type { DisclosureAnswer, DisclosureAsk } from './disclosure-queue'
import type { Transport } from './transport'

/** How long a process may hand out bytes without having heard from the database. */
const LEASE_MS = 5_000
/** This much of it is not used: the database's count of the lease starts later than ours. */
const MARGIN_MS = 250
const RENEW_MS = 1_000
const ASK_EVERY = 5

type Held = { ask: DisclosureAsk; answer: DisclosureAnswer; transport: Transport }

/**
 * The lease of this process, and the disclosures whose bytes it may still be handing out (docs/architecture.md, "What a
 * revoke promises"). A revoke is drained when every process has acknowledged it or has no lease: a process acknowledges
 * after it has waited for the decisions it had under way, asked again for every disclosure it holds, and cut those that no
 * longer stand. Without a lease, by this process's own monotonic clock, nothing that was disclosed is handed over: a process
 * that was stopped and wakes up late, or lost its database, goes silent by itself.
 */
export class Leases {
  readonly id = makeId('prc')
  readonly #held = new Map<string, Held>()
  /** Answers that show more than one artifact, with the last withdrawal that came before them. */
  readonly #watched = new Map<Transport, number>()
  readonly #underWay = new Set<Promise<unknown>>()
  #until = 0
  #acknowledged = 0
  #rounds = 0
  #timer: NodeJS.Timeout | null = null
  #stopListening: (() => Promise<void>) | null = null
  #ticking: Promise<void> | null = null
  #again = false

  constructor(
    private readonly sql: postgres.Sql,
    private readonly log: (event: string) => void,
    /** Resolves when the decisions that are under way now have been answered and are held here. */
    private readonly settled: () => Promise<void>,
    private readonly name = `${hostname()}:${process.pid}`,
  ) {}

  async start(): Promise<void> {
    await this.#renew(true)
    // A notice makes a drain fast; the renewal finds it within a second where none arrives.
    const listening = await this.sql.listen('holdfast_drain', () => void this.tick())
    this.#stopListening = listening.unlisten
    this.#timer = setInterval(() => void this.tick(), RENEW_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#stopListening?.().catch(() => {})
    await this.#ticking
    for (const transport of [...[...this.#held.values()].map((h) => h.transport), ...this.#watched.keys()])
      transport.cut()
    this.#until = 0
    await this.sql`delete from processes where id = ${this.id}`.catch(() => {})
  }

  /** Keeps a committed permission in view until its answer has left. Called when the decision arrives, before any byte. */
  hold(ask: DisclosureAsk, answer: DisclosureAnswer, transport: Transport): void {
    const id = answer.disclosureId
    if (transport.hasEnded) return
    transport.held.add(id)
    this.#held.set(id, { ask, answer, transport })
    transport.onEnd(() => {
      this.#held.delete(id)
    })
  }

  /** The same for work that shows what a caller may see of many artifacts: any later withdrawal cuts its answer. */
  async watch<T>(transport: Transport | undefined, work: () => Promise<{ seq: number; result: T }>): Promise<T> {
    const done = work().then(({ seq, result }) => {
      if (transport && !transport.hasEnded) {
        transport.held.add(`drain:${seq}`)
        this.#watched.set(transport, Math.min(seq, this.#watched.get(transport) ?? seq))
        transport.onEnd(() => void this.#watched.delete(transport))
      }
      return result
    })
    this.#underWay.add(done)
    return done.finally(() => this.#underWay.delete(done))
  }

  /** Whether bytes may be handed over now. Asked at every hand-over, synchronously, just before it. */
  mayHand(transport: Transport): boolean {
    return transport.held.size === 0 || (!transport.isCut && performance.now() < this.#until)
  }

  /** Renews, and acknowledges what was withdrawn meanwhile. One at a time; asked while under way, it goes round again. */
  tick(): Promise<void> {
    if (this.#ticking) {
      this.#again = true
      return this.#ticking
    }
    this.#ticking = this.#round()
      .catch(() => this.log('lease.not_renewed'))
      .finally(() => {
        this.#ticking = null
        if (this.#again) {
          this.#again = false
          void this.tick()
        }
      })
    return this.#ticking
  }

  async #round(): Promise<void> {
    const latest = await this.#renew()
    if (latest <= this.#acknowledged) {
      // What ends by itself, a window or a session, tells nobody: held answers are asked for now and then.
      if (++this.#rounds % ASK_EVERY === 0) await this.#cutWhatFell()
      return
    }
    await Promise.all([this.settled(), ...[...this.#underWay].map((work) => work.catch(() => {}))])
    for (const [transport, seq] of [...this.#watched]) if (seq < latest) transport.cut()
    await this.#cutWhatFell()
    this.#acknowledged = latest
    await this.#renew()
  }

  async #renew(first = false): Promise<number> {
    const before = performance.now()
    const [row] = await this.sql<{ latest: number; acknowledged: number }[]>`
      with seen as (select coalesce(max(seq), 0) as latest from drains)
      insert into processes as p (id, name, lease_until, acknowledged)
      select ${this.id}, ${this.name}, clock_timestamp() + ${LEASE_MS} * interval '1 millisecond',
        case when ${first} then latest else ${this.#acknowledged}::bigint end from seen
      on conflict (id) do update set lease_until = excluded.lease_until, acknowledged = excluded.acknowledged
      returning acknowledged, (select latest from seen)`
    if (first) this.#acknowledged = row!.acknowledged
    this.#until = before + LEASE_MS - MARGIN_MS
    return row!.latest
  }

  /** Asks again for each disclosure in hand, without recording: what would be refused, or masked otherwise, is cut. */
  async #cutWhatFell(): Promise<void> {
    const held = [...this.#held.values()]
    if (held.length === 0) return
    const rows = await this.sql<{ verdict: string; masked: string[] | null }[]>`
      select verdict, masked from decide(
        ${held.map((h) => h.ask.credential.kind)}::text[], ${held.map((h) => h.ask.credential.id)}::text[],
        ${held.map((h) => h.ask.artifactId)}::text[], ${held.map((h) => h.answer.purpose)}::text[],
        ${held.map((h) => h.ask.operation)}::text[], ${held.map((h) => JSON.stringify(h.ask.detail ?? null))}::text[],
        clock_timestamp()) order by ord`
    rows.forEach((row, i) => {
      const { answer, transport } = held[i]!
      if (row.verdict !== 'allow' || String(row.masked ?? '') !== String(answer.mask ?? '')) transport.cut()
    })
  }
}
