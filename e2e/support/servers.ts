const server = 'node --enable-source-maps --max-semi-space-size=64 --heap-growing-percent=100 dist/server.js'

/** The servers of a browser run. Ports are unlikely ones; a busy port fails the run by its name, and another base helps. */
const base = Number(process.env.HOLDFAST_TEST_PORT ?? 34_611)

export const SERVERS = {
  app: { port: base, demo: false, command: server },
  story: { port: base + 1, demo: true, command: server },
  mounted: { port: base + 2, demo: false, command: 'node node_modules/next/dist/bin/next start -H 127.0.0.1' },
} as const
