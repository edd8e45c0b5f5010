import type postgres from 'postgres'
import { makeId } from '@/lib/protocol/make-id'

/** One request for disclosure, as the database function takes it. */
export type DisclosureAsk = {
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
    | 'integrity_failed'
  rule: string | null
  purpose: string | null
  principalId: string | null
  checkedAt: Date
}

type Waiting = { ask: DisclosureAsk; resolve: (a: DisclosureAnswer) => void; reject: (e: unknown) => void }

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

  constructor(private readonly sql: postgres.Sql) {}

  ask(ask: DisclosureAsk): Promise<DisclosureAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ask, resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= MAX_IN_FLIGHT || this.#waiting.length === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      const batch = this.#waiting.splice(0, MAX_BATCH)
      if (batch.length > 0) void this.#send(batch)
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
        w.resolve(answers[i]!)
      })
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      else
        await Promise.all(
          batch.map((w) =>
            decide(this.sql, [w.ask]).then(
              ([answer]) => w.resolve(answer!),
              (e) => w.reject(e),
            ),
          ),
        )
    } finally {
      this.#inFlight--
      this.#schedule()
    }
  }
}

/** What could not be an id stays unknown, and ends as every unknown id does. */
const presentable = (id: string) => (/^[\x21-\x7e]{1,128}$/.test(id) ? id : '')

async function decide(sql: postgres.Sql, asks: DisclosureAsk[]): Promise<DisclosureAnswer[]> {
  const ids = asks.map(() => makeId('dsc'))
  const rows = await sql<Omit<DisclosureAnswer, 'disclosureId'>[]>`
    select outcome, rule, purpose, principal_id as "principalId", checked_at as "checkedAt"
    from disclose(
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
