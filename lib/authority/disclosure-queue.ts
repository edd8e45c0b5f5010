import type postgres from 'postgres'
import { makeId } from '@/lib/protocol/make-id'
import { currentTransport, type Transport } from './transport'

/** One request for disclosure, as the database function takes it. */
export type DisclosureAsk = {
  /** The tenants the credential belongs to: the second fence is drawn around them. */
  tenants: readonly string[]
  credential: { kind: 'key' | 'session'; id: string }
  artifactId: string
  purpose: string | null
  operation: string
  /** Selector, position and limits; never content. */
  detail: unknown
  requestId: string
}

export type DisclosureAnswer = {
  disclosureId: string
  outcome:
    | 'allow'
    | 'unauthenticated'
    | 'not_found'
    | 'purpose_required'
    | 'purpose_denied'
    | 'gone'
    | 'access_revoked'
    | 'masked'
    | 'integrity_failed'
  rule: string | null
  grantId: string | null
  /** Names of fields this reader does not receive, or null. */
  mask: string[] | null
  purpose: string | null
  principalId: string | null
  checkedAt: Date
}

type Waiting = {
  ask: DisclosureAsk
  transport: Transport | undefined
  resolve: (a: DisclosureAnswer) => void
  reject: (e: unknown) => void
}

const MAX_BATCH = 64
const MAX_IN_FLIGHT = 2

/**
 * Sends disclosure decisions to the database in batches: what arrives while a batch is under way goes into the next one.
 * No timer, so one request alone waits for nothing (docs/architecture.md has the measurements).
 *
 * A reply follows the commit of its audit row. When a batch fails its outcome is unknown: nothing is released, and each
 * member is tried once more alone under a new disclosure id, so that one bad member cannot refuse the others.
 */
export class DisclosureQueue {
  #waiting: Waiting[] = []
  #inFlight = 0
  #scheduled = false
  readonly #batches = new Set<Promise<void>>()

  /** `sql` is the fenced pool; `hold` keeps what was allowed in view until its answer has left. */
  constructor(
    private readonly sql: postgres.Sql,
    private readonly hold: (ask: DisclosureAsk, answer: DisclosureAnswer, transport: Transport) => void,
  ) {}

  ask(ask: DisclosureAsk): Promise<DisclosureAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ask, transport: currentTransport(), resolve, reject })
      this.#schedule()
    })
  }

  /** Resolves when every decision that is under way now has been answered. */
  async settled(): Promise<void> {
    await Promise.all(this.#batches)
  }

  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= MAX_IN_FLIGHT || this.#waiting.length === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      const batch = this.#waiting.splice(0, MAX_BATCH)
      if (batch.length > 0) {
        const sent = this.#send(batch)
        this.#batches.add(sent)
        void sent.finally(() => this.#batches.delete(sent))
      }
      this.#schedule()
    })
  }

  async #send(batch: Waiting[]): Promise<void> {
    this.#inFlight++
    try {
      const answers = await decide(
        this.sql,
        batch.map((w) => w.ask),
      )
      batch.forEach((w, i) => {
        this.#answer(w, answers[i]!)
      })
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      else
        await Promise.all(
          batch.map((w) =>
            decide(this.sql, [w.ask]).then(
              ([answer]) => this.#answer(w, answer!),
              (e) => w.reject(e),
            ),
          ),
        )
    } finally {
      this.#inFlight--
      this.#schedule()
    }
  }

  #answer(w: Waiting, answer: DisclosureAnswer): void {
    if (answer.outcome === 'allow' && w.transport) this.hold(w.ask, answer, w.transport)
    w.resolve(answer)
  }
}

/** What could not be an id stays unknown, and ends as every unknown id does. */
const presentable = (id: string) => (/^[\x21-\x7e]{1,128}$/.test(id) ? id : '')

async function decide(sql: postgres.Sql, asks: DisclosureAsk[]): Promise<DisclosureAnswer[]> {
  const ids = asks.map(() => makeId('dsc'))
  const rows = await sql<Omit<DisclosureAnswer, 'disclosureId'>[]>`
    select outcome, rule, grant_id as "grantId", mask, purpose, principal_id as "principalId", checked_at as "checkedAt"
    from disclose(
      ${[...new Set(asks.flatMap((a) => a.tenants))]}::text[],
      ${ids}::text[],
      ${asks.map((a) => a.credential.kind)}::text[],
      ${asks.map((a) => a.credential.id)}::text[],
      ${asks.map((a) => presentable(a.artifactId))}::text[],
      ${asks.map((a) => a.purpose && presentable(a.purpose))}::text[],
      ${asks.map((a) => a.operation)}::text[],
      ${asks.map((a) => JSON.stringify(a.detail ?? null))}::text[],
      ${asks.map((a) => a.requestId)}::text[]
    )`
  if (rows.length !== asks.length)
    throw new Error('the disclosure function must answer each request of its batch, in order')
  return rows.map((row, i) => ({ ...row, disclosureId: ids[i]! }))
}
