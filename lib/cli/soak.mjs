import { checkNode } from './launcher/install.mjs'
import { tool } from './launcher/paths.mjs'
import { prepare } from './launcher/prepare.mjs'
import { runNode } from './launcher/run.mjs'
import { main } from './launcher/say.mjs'

/** `npm run soak [-- name]`: the same cases as in `npm test`, hundreds of rounds. They run the built server. */
await main(async () => {
  checkNode()
  await prepare()
  return runNode([tool('vitest/vitest.mjs'), 'run', '--project', 'soak', ...process.argv.slice(2)], {
    env: { NODE_ENV: 'test' },
  })
})
