import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { build, isBuilt } from './build-steps.mjs'
import { ensureInstalled } from './install.mjs'
import { takeLock } from './lock.mjs'
import { inRoot } from './paths.mjs'
import { say } from './say.mjs'

/** Runs `work` while no other launcher installs into or builds in this folder. */
export async function alone(work) {
  mkdirSync(inRoot('dist'), { recursive: true })
  let told = false
  for (;;) {
    const lock = await takeLock(inRoot('dist', 'preparing.json'))
    if (lock.held) {
      try {
        return await work()
      } finally {
        lock.release()
      }
    }
    if (!told) say(`› Process ${lock.holder.pid} is installing or building here; waiting for it …`)
    told = true
    await sleep(300)
  }
}

/** Makes a checkout ready to serve. Does nothing, in some 50 ms, when it is. */
export const prepare = () =>
  alone(async () => {
    await ensureInstalled()
    if (!isBuilt()) await build()
  })
