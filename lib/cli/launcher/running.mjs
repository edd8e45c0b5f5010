import { createServer } from 'node:net'
import { join } from 'node:path'
import { readLock } from './lock.mjs'
import { dataDir } from './paths.mjs'
import { Refusal, say } from './say.mjs'

/** Says where the server of this data folder answers, when one lives. A replica runs beside it. */
export function isRunning() {
  if (process.env.HOLDFAST_REPLICA?.trim() === '1') return false
  const holder = readLock(join(dataDir(), 'server.json'))
  if (!holder) return false
  say(
    holder.url
      ? `Holdfast is running already: ${holder.url}`
      : `Holdfast is starting already, in process ${holder.pid}.`,
  )
  return true
}

/** Asks for the port before anything slow is done. The server asks again and has the last word. */
export async function checkPort() {
  const port = Number(process.env.PORT?.trim() || 3000)
  // The server names every setting that is wrong, this one among them, at once.
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return
  const host = process.env.HOLDFAST_HOST?.trim() || '127.0.0.1'
  const busy = await new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(error.code === 'EADDRINUSE'))
    probe.listen(port, host, () => probe.close(() => resolve(false)))
  })
  if (busy) {
    throw new Refusal(`Port ${port} is taken by another program. Choose another: PORT=${(port % 65_535) + 1} npm start`)
  }
}
