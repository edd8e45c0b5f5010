import { build } from './launcher/build-steps.mjs'
import { checkNode, ensureInstalled } from './launcher/install.mjs'
import { alone } from './launcher/prepare.mjs'
import { main } from './launcher/say.mjs'

/** `npm run build`: always builds anew. */
await main(async () => {
  checkNode()
  await alone(async () => {
    await ensureInstalled()
    await build()
  })
  return 0
})
