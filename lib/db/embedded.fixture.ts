import { startEmbedded } from './embedded'

/** A process of its own that starts the database of a folder, says so, and waits to be killed. */
await startEmbedded({ dataDir: process.argv[2]!, log: () => {} })
process.stdout.write('ready\n')
setInterval(() => {}, 1000)
