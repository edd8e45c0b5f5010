import type { Deps } from '@/lib/deps'
import { ProblemError } from '@/lib/protocol/problem'

export type Deadline = {
  /** The content, part by part, until the time is up: also a source that says nothing any more ends then. */
  within(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** @throws ProblemError upload_incomplete when the time is up */
  check(): void
}

/**
 * How long one publish may take from here on (`limits.publishSeconds`). It is judged by the clock the sweep goes by, which
 * also goes on while the machine sleeps; the timer only wakes who waits for content.
 */
export function startDeadline(rt: Pick<Deps, 'config' | 'now'>): Deadline {
  const ms = rt.config.limits.publishSeconds * 1000
  const end = rt.now().getTime() + ms
  const late = () =>
    new ProblemError(
      'upload_incomplete',
      `The publish took longer than ${ms / 1000} seconds (HOLDFAST_MAX_PUBLISH_SECONDS). Nothing was kept.`,
    )
  const check = () => {
    if (rt.now().getTime() >= end) throw late()
  }

  async function* within(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    const parts = content[Symbol.asyncIterator]()
    let up = false
    let wake: (e: ProblemError) => void = () => {}
    const timer = setTimeout(() => {
      up = true
      wake(late())
    }, ms)
    try {
      for (;;) {
        check()
        if (up) throw late()
        const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
          wake = reject
          parts.next().then(resolve, reject)
        })
        if (next.done) return
        yield next.value
      }
    } finally {
      clearTimeout(timer)
      // Not waited for: a source that is silent would answer only after its next part.
      parts.return?.().catch(() => {})
    }
  }
  return { within, check }
}
