import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { build, isBuilt } from './build-steps.mjs'
import { tool } from './paths.mjs'
import { runNode } from './run.mjs'
import { Refusal, say } from './say.mjs'

const PASSED = { passed: 1, failed: 0 }
const FAILED = { passed: 0, failed: 1 }

/** What `npm test` does, in order. Each stage resolves to how many of its checks passed and failed. */
export const STAGES = {
  async types() {
    // Next writes declarations for its files and routes that the sources refer to.
    const made = await runNode([tool('next/dist/bin/next'), 'typegen'], { env: { NEXT_TELEMETRY_DISABLED: '1' } })
    return made === 0 ? check(await runNode([tool('typescript/bin/tsc'), '--noEmit'])) : FAILED
  },
  async lint() {
    return check(await runNode([tool('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']))
  },
  unit: () => vitest('unit'),
  integration: () => vitest('integration'),
  async build() {
    if (isBuilt()) return PASSED
    try {
      await build()
      return PASSED
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      say(error.message)
      return FAILED
    }
  },
  async browser() {
    const chromium = await findBrowser()
    if (chromium === null) return FAILED
    return counted((report) =>
      runNode([tool('@playwright/test/cli.js'), 'test', '--config=playwright.config.ts', '--reporter=list,json'], {
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, HOLDFAST_TEST_CHROMIUM: chromium },
      }),
    )
  },
}

const check = (code) => (code === 0 ? PASSED : FAILED)

const vitest = (project) =>
  counted((report) =>
    runNode(
      [
        tool('vitest/vitest.mjs'),
        'run',
        '--project',
        project,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      { env: { NODE_ENV: 'test' } },
    ),
  )

/**
 * Counts from the runner's own report. A runner that fails without naming a failed test (a suite that does not load, an
 * error outside of tests, none found) counts as one failure. What was skipped, for want of a server it needs, is neither
 * passed nor failed, and is named as such.
 */
async function counted(run) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-report-'))
  const file = join(folder, 'report.json')
  try {
    const code = await run(file)
    const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    const counts = report.stats ? ofPlaywright(report.stats) : ofVitest(report)
    if (counts.passed + counts.failed === 0 || (code !== 0 && counts.failed === 0)) counts.failed += 1
    return counts
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const ofVitest = ({ numPassedTests = 0, numFailedTests = 0, numTotalTests = 0 }) => ({
  passed: numPassedTests,
  failed: numFailedTests,
  skipped: numTotalTests - numPassedTests - numFailedTests,
})

/** A flaky test failed at first: that is a failure. */
const ofPlaywright = ({ expected = 0, unexpected = 0, flaky = 0, skipped = 0 }) => ({
  passed: expected,
  failed: unexpected + flaky,
  skipped,
})
