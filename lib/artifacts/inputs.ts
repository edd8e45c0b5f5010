import { disclose } from '@/lib/authority/disclose'
import type { Deps } from '@/lib/deps'
import { isProblem, ProblemError } from '@/lib/protocol/problem'
import type { Manifest } from '@/lib/protocol/publish'
import type { Publisher } from './admit'
import type { Parent } from './commit'

/** Every input must be one that the publisher may read now; each is recorded as a disclosure of its own. */
export async function admitInputs(rt: Deps, publisher: Publisher, m: Manifest): Promise<Parent[]> {
  const inputs = [...new Set(m.inputs ?? [])]
  return Promise.all(
    inputs.map(async (input, i) => {
      const id = input.slice('artifact:'.length)
      try {
        const { artifact } = await disclose(rt, publisher, { artifactId: id, operation: 'derive' })
        return { id: artifact.id, contentHash: artifact.contentHash }
      } catch (error) {
        if (!isProblem(error)) throw error
        throw new ProblemError(error.code, `Input ${i}: ${error.detail}`, {
          ...error.extra,
          errors: [{ pointer: `/manifest/inputs/${i}`, detail: error.detail }],
        })
      }
    }),
  )
}
