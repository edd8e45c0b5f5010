import type { Deps } from '@/lib/deps'
import { faultOf } from '@/lib/fault'
import { type Release, withdraw } from './disclose'

/**
 * Does with a release what it is for. When that fails nothing was given out, and the log is told so; a log that cannot be
 * written never hides why the work failed. A list may grow while the work goes on: all in it are withdrawn.
 */
export async function released<T>(rt: Deps, release: Release | readonly Release[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    for (const each of [release].flat())
      await withdraw(rt, each, error).catch((fault: unknown) =>
        rt.log('withdraw.failed', { disclosure_id: each.disclosureId, ...faultOf(fault) }),
      )
    throw error
  }
}
