import { startProvider } from './provider'

/** The provider as a server of a browser run: `provider-process.ts PORT REDIRECT_URI`. */
const [port, redirectUri] = process.argv.slice(2)
const { issuer, close } = await startProvider({ port: Number(port), redirectUri: redirectUri! })
process.stdout.write(`${issuer}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().then(() => process.exit(0)))
