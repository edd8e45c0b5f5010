import { disclose, type Release } from '@/lib/authority/disclose'
import { released } from '@/lib/authority/released'
import type { Deps } from '@/lib/deps'
import { isProblem, ProblemError } from '@/lib/protocol/problem'
import type { Manifest } from '@/lib/protocol/publish'
import type { Publisher } from './admit'
import type { Parent } from './commit'

/**
 * Every input must be one that the publisher may read now; each is recorded as a disclosure of its own. One that is
 * refused refuses all, and those that were allowed are withdrawn.
 */
export async function admitInputs(rt: Deps, publisher: Publisher, m: Manifest): Promise<Parent[]> {
  const inputs = [...new Set(m.inputs ?? [])]
  const allowed: Release[] = []
  const answers = await Promise.allSettled(
    inputs.map(async (input) => {
      const release = await disclose(rt, publisher, {
        artifactId: input.slice('artifact:'.length),
        operation: 'derive',
      })
      allowed.push(release)
      return { id: release.artifact.id, contentHash: release.artifact.contentHash, purpose: release.purpose }
    }),
  )
  return released(rt, allowed, async () =>
    answers.map((answer, i) => {
      if (answer.status === 'fulfilled') return answer.value
      const error: unknown = answer.reason
      if (!isProblem(error)) throw error
      throw new ProblemError(error.code, `Input ${i}: ${error.detail}`, {
        ...error.extra,
        errors: [{ pointer: `/manifest/inputs/${i}`, detail: error.detail }],
      })
    }),
  )
}
