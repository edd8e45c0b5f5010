import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')

/**
 * Unit tests stand beside their file (`*.test.ts`); those that need the real PostgreSQL end in `.integration.test.ts`,
 * and those that repeat a case for hours in `.soak.test.ts`.
 */
export default defineConfig({
  resolve: { alias: { '@': root } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['lib/**/*.test.ts', 'components/**/*.test.ts', 'app/**/*.test.ts'],
          // A machine that does other work too is slow, not wrong.
          testTimeout: 30_000,
          exclude: ['**/*.integration.test.ts', '**/*.soak.test.ts', 'node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['lib/**/*.integration.test.ts'],
          globalSetup: ['lib/db/test-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'soak',
          include: ['lib/**/*.soak.test.ts'],
          globalSetup: ['lib/db/test-setup.ts'],
          testTimeout: 6 * 3600_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
