#!/usr/bin/env node
// The command `holdfast`: runs what was built while it is fresh, else the sources. Node built-ins only.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const built = join(root, 'dist', 'cli.js')

// npm moves to the package's folder before it runs a script; relative names are meant from where it was called.
if (process.env.npm_lifecycle_event === 'holdfast' && process.env.npm_package_json === join(root, 'package.json')) {
  if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
}

/** When the newest source of the command line was written. Tests do not count. */
function newestSource(folder) {
  let newest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) newest = Math.max(newest, newestSource(path))
    else if (entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
      newest = Math.max(newest, statSync(path).mtimeMs)
  }
  return newest
}

const USES = ['cli', 'blobs', 'protocol']
const newest = Math.max(...USES.map((room) => newestSource(join(root, 'lib', room))))
const fresh = existsSync(built) && statSync(built).mtimeMs >= newest
const tsx = join(root, 'node_modules', 'tsx', 'dist', 'esm', 'api', 'index.mjs')

if (!fresh && existsSync(tsx)) {
  const { register } = await import(pathToFileURL(tsx).href)
  register({ tsconfig: join(root, 'tsconfig.json') })
  await import(pathToFileURL(join(root, 'lib', 'cli', 'main.ts')).href)
} else if (existsSync(built)) await import(pathToFileURL(built).href)
else {
  process.stderr.write(`holdfast: nothing is installed yet. Run "npm start" once in ${root}.\n`)
  process.exitCode = 1
}
