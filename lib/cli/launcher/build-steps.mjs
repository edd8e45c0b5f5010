import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { sourcesDigest } from './digest.mjs'
import { inRoot, ROOT, tool } from './paths.mjs'
import { runNode } from './run.mjs'
import { Refusal, step } from './say.mjs'

const STAMP = inRoot('dist', 'built')

export function isBuilt() {
  return (
    existsSync(STAMP) &&
    existsSync(inRoot('.next', 'BUILD_ID')) &&
    existsSync(inRoot('dist', 'server.js')) &&
    readFileSync(STAMP, 'utf8') === sourcesDigest()
  )
}

/** Bundles the server and the command line, then the pages. The stamp is written last: a build cut off is no build. */
export async function build() {
  mkdirSync(inRoot('dist'), { recursive: true })
  rmSync(STAMP, { force: true })
  const sources = sourcesDigest()
  await step('Bundling the server', 'The server is bundled', bundle)
  await step('Building the pages', 'The pages are built', async () => {
    const code = await runNode([tool('next/dist/bin/next'), 'build'], {
      env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    })
    if (code !== 0) throw new Refusal('The build of the pages failed; its output is above.')
  })
  writeFileSync(STAMP, sources)
}

async function bundle() {
  const { build: esbuild } = await import('esbuild')
  const entries = { server: 'server.ts', cli: 'lib/cli/main.ts', 'workers/scan': 'lib/reading/scan-worker.ts' }
  await esbuild({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(Object.entries(entries).filter(([, path]) => existsSync(inRoot(path)))),
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  }).catch(() => {
    throw new Refusal('The bundle of the server failed; the reason is above.')
  })
}
