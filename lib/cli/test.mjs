import { checkNode, ensureInstalled } from './launcher/install.mjs'
import { alone } from './launcher/prepare.mjs'
import { main, Refusal, say } from './launcher/say.mjs'
import { STAGES } from './launcher/stages.mjs'

/**
 * `npm test [-- stage …]`: every check of the project, or those that are named. All stages run whatever the earlier ones
 * said, and the last line sums them up.
 */
await main(async () => {
  checkNode()
  const names = process.argv.slice(2)
  const unknown = names.filter((name) => !Object.hasOwn(STAGES, name))
  if (unknown.length > 0) {
    throw new Refusal(`There is no stage ${unknown.join(', ')}. Stages: ${Object.keys(STAGES).join(', ')}.`)
  }
  let stopped = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      stopped = true
    })
  }
  const total = { passed: 0, failed: 0, skipped: 0 }
  await alone(ensureInstalled)
  for (const name of names.length > 0 ? names : Object.keys(STAGES)) {
    if (stopped) break
    say(`\n── ${name}`)
    const { passed, failed, skipped = 0 } = await STAGES[name]()
    say(`── ${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  if (stopped) throw new Refusal('The tests were stopped.')
  if (total.skipped > 0) say(`\n${total.skipped} tests were skipped; their files say what they need.`)
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
  return total.failed === 0 ? 0 : 1
})
