import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { inRoot } from './paths.mjs'

/** What a build is made of. Tests and the launchers themselves are in no bundle. */
const SOURCES = [
  'app',
  'components',
  'lib',
  'drizzle/schema.ts',
  'public',
  'server.ts',
  'proxy.ts',
  'package-lock.json',
  'tsconfig.json',
]
const CONFIGS = /^(next|postcss)\.config\.[a-z]+$/
const IRRELEVANT = /(\.(test|suite|fixture)\.tsx?|\.mjs)$/

/** SHA-256 over names and contents of all sources. Contents, not times: a fresh checkout has new times. */
export function sourcesDigest() {
  const hash = createHash('sha256')
  const configs = readdirSync(inRoot('.')).filter((name) => CONFIGS.test(name))
  for (const file of [...SOURCES, ...configs].flatMap(filesOf).sort()) {
    const content = readFileSync(inRoot(file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(inRoot(path))) return []
  if (!statSync(inRoot(path)).isDirectory()) return [path]
  return readdirSync(inRoot(path))
    .filter((name) => !IRRELEVANT.test(name))
    .flatMap((name) => filesOf(`${path}/${name}`))
}
