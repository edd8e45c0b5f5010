const server = 'node --enable-source-maps --max-semi-space-size=64 --heap-growing-percent=100 dist/server.js'

/** The servers of a browser run. Ports are unlikely ones; a busy port fails the run by its name, and another base helps. */
const base = Number(process.env.HOLDFAST_TEST_PORT ?? 34_611)

export const SERVERS = {
  app: { port: base, demo: false, command: server },
  story: { port: base + 1, demo: true, command: server },
  oidc: { port: base + 5, demo: false, command: server },
  mounted: { port: base + 2, demo: false, command: 'node node_modules/next/dist/bin/next start -H 127.0.0.1' },
} as const

/** For a server that a test starts itself. */
export const OWN_PORT = base + 7

/** The OpenID provider of the server `oidc`. */
export const PROVIDER = {
  issuer: `http://127.0.0.1:${base + 6}`,
  command: `node --import tsx e2e/support/provider-process.ts ${base + 6} http://localhost:${base + 5}/api/auth/callback/oidc`,
}
