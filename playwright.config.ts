import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CLIENT } from './e2e/support/client'
import { PROVIDER, SERVERS } from './e2e/support/servers'

// Read by the workers and the servers too: the first process to come here makes the folder.
if (!process.env.HOLDFAST_TEST_FOLDER) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-e2e-'))
  // As root the database runs under another account, which must be able to enter.
  chmodSync(folder, 0o755)
  process.env.HOLDFAST_TEST_FOLDER = folder
  // When the process that made it ends, its servers have ended before.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
const folder = process.env.HOLDFAST_TEST_FOLDER

const server = (name: keyof typeof SERVERS, settings: Record<string, string> = {}) => {
  const { port, demo, command } = SERVERS[name]
  return {
    command,
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 90_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      HOLDFAST_DATA_DIR: join(folder, name),
      HOLDFAST_BASE_URL: `http://localhost:${port}`,
      HOLDFAST_DEMO: demo ? '1' : '0',
      ...settings,
    },
  }
}

const oidc = {
  HOLDFAST_OIDC_ISSUER: PROVIDER.issuer,
  HOLDFAST_OIDC_CLIENT_ID: CLIENT.id,
  HOLDFAST_OIDC_CLIENT_SECRET: CLIENT.secret,
  HOLDFAST_OIDC_NAME: 'Test provider',
}
const provider = {
  command: PROVIDER.command,
  url: `${PROVIDER.issuer}/.well-known/openid-configuration`,
  timeout: 30_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5_000 },
}

/**
 * A real browser against whole servers: one on an empty database, one with the demo, Next without `server.ts`, and one that
 * signs in through a real provider.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  workers: 1,
  timeout: 60_000,
  reporter: 'list',
  webServer: [server('app'), server('story'), server('mounted'), provider, server('oidc', oidc)],
  use: {
    baseURL: `http://localhost:${SERVERS.app.port}`,
    trace: 'retain-on-failure',
    launchOptions: {
      ...(process.env.HOLDFAST_TEST_CHROMIUM && { executablePath: process.env.HOLDFAST_TEST_CHROMIUM }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
