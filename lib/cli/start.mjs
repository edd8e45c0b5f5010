import { checkNode } from './launcher/install.mjs'
import { prepare } from './launcher/prepare.mjs'
import { runNode } from './launcher/run.mjs'
import { checkPort, isRunning } from './launcher/running.mjs'
import { main } from './launcher/say.mjs'

/** `npm start`: from a bare checkout to a served URL. */
await main(async () => {
  checkNode()
  if (isRunning()) return 0
  await checkPort()
  await prepare()
  // A young generation of 64 MB keeps the buffers of reads out of the old one. And the heap may double before it is marked
  // as a whole: V8 counts buffers as heap, and left alone it comes to mark everything every few uploads
  // (docs/architecture.md).
  return runNode(['--enable-source-maps', '--max-semi-space-size=64', '--heap-growing-percent=100', 'dist/server.js'], {
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    channel: true,
  })
})
