const server = 'node --enable-source-maps dist/server.js'

/** The servers of a browser run. Ports are unlikely ones; a busy port fails the run by its name. */
export const SERVERS = {
  app: { port: 34_611, demo: false, command: server },
  story: { port: 34_612, demo: true, command: server },
  mounted: { port: 34_613, demo: false, command: 'node node_modules/next/dist/bin/next start -H 127.0.0.1' },
} as const
