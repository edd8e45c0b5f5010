import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProgram } from './run.mjs'
import { say, step } from './say.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of a Chromium for the browser tests, installing Debian's when this is root's machine; null when none. */
export async function findBrowser() {
  const set = process.env.HOLDFAST_TEST_CHROMIUM
  if (set) {
    if (existsSync(set)) return set
    say(`HOLDFAST_TEST_CHROMIUM is ${JSON.stringify(set)}, and there is no such file.`)
    return null
  }
  const found = onPath(NAMES) ?? (await playwrightsOwn())
  if (found) return found
  if (process.getuid?.() === 0 && onPath(['apt-get'])) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await step('Installing Chromium for the browser tests', 'Chromium is installed', async () => {
      await runProgram('apt-get', ['update', '-qq'], { env })
      await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'], {
        env,
      })
    })
    const installed = onPath(NAMES)
    if (installed) return installed
  }
  say(
    'There is no Chromium for the browser tests. Install the package chromium (or google-chrome), run `npx playwright install chromium`, or set HOLDFAST_TEST_CHROMIUM to its path.',
  )
  return null
}

function onPath(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin']
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : null
}
