import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot, ROOT } from './paths.mjs'
import { runNode, runProgram } from './run.mjs'
import { Refusal, step } from './say.mjs'

const LEAST = [20, 9]

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return
  throw new Refusal(`Holdfast needs Node.js ${LEAST.join('.')} or newer; this is ${process.versions.node}.`)
}

/** Installs the packages of the lock file unless exactly they are there, built for this machine. */
export async function ensureInstalled() {
  const stamp = inRoot('node_modules', '.holdfast-installed')
  const lock = readFileSync(inRoot('package-lock.json'))
  const state = createHash('sha256')
    .update(lock)
    .update(`${process.platform} ${process.arch} ${process.versions.modules}`)
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return
  if (!matchesTree(JSON.parse(lock))) {
    await step('Installing packages', 'Packages are installed', async () => {
      // The build needs development packages also where NODE_ENV=production is set.
      const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
      const npm = process.env.npm_execpath
      const code = npm?.endsWith('npm-cli.js') ? await runNode([npm, ...args]) : await runProgram('npm', args)
      if (code !== 0) throw new Refusal('The packages could not be installed; npm says why above.')
    })
  }
  writeFileSync(stamp, state)
}

/**
 * Whether exactly the packages of the lock file are there, as after an `npm ci` by hand: npm notes what it installed.
 * Of optional packages only those made for this machine must be; the others npm leaves out as it sees fit.
 */
export function matchesTree(lock, root = ROOT) {
  const note = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  const installed = JSON.parse(readFileSync(note, 'utf8')).packages
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true
    const found = installed[path]
    if (!found) return wanted.optional === true && !isMadeForHere(wanted)
    return found.version === wanted.version && existsSync(join(root, path, 'package.json'))
  })
}

const GLIBC = process.report?.getReport().header.glibcVersionRuntime !== undefined

function isMadeForHere({ os, cpu, libc }) {
  if (!os?.includes(process.platform) || (cpu && !cpu.includes(process.arch))) return false
  return !libc || process.platform !== 'linux' || libc.includes(GLIBC ? 'glibc' : 'musl')
}
