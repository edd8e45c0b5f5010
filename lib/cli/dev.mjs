import { bundle } from './launcher/build-steps.mjs'
import { checkNode, ensureInstalled } from './launcher/install.mjs'
import { tool } from './launcher/paths.mjs'
import { alone } from './launcher/prepare.mjs'
import { runNode } from './launcher/run.mjs'
import { checkPort, isRunning } from './launcher/running.mjs'
import { main } from './launcher/say.mjs'

/** `npm run dev`: the server starts again when a file of it changes; pages reload by themselves. */
await main(async () => {
  checkNode()
  if (isRunning()) return 0
  await checkPort()
  await alone(async () => {
    await ensureInstalled()
    // The scanning thread runs from its bundle; a change of what it runs takes another start.
    await bundle()
  })
  return runNode([tool('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'server.ts'], {
    env: { NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' },
  })
})
