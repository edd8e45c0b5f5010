import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, open, readFile, realpath, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Account, canEnter } from './account'
import { openShared, SHARED } from './binaries'
import { EmbeddedError } from './fault'

/**
 * Where the cluster of a data folder lies:
 *
 *   <data folder>/postgres.json   which cluster belongs to it, and its password (0600)
 *   <data folder>/postgres/       the usual place …
 *   /var/lib/holdfast/<id>/       … or here, for root behind a folder that PostgreSQL's account cannot enter
 *     cluster/                    PostgreSQL's own files
 *     owner                       the data folder it belongs to
 *     log                         what PostgreSQL says
 *     .s.PGSQL.5432               the socket, unless the path would be too long for one
 */
export type Place = {
  base: string
  cluster: string
  log: string
  sockets: string
  password: string
  /** Whether the cluster was made at some time. If so and it is missing, it was lost; an empty one must not replace it. */
  initialised: boolean
  markInitialised: () => Promise<void>
}

/** `base` is relative to the data folder where it lies inside, so that the folder can be moved. */
type Entry = { base: string; password: string; initialised: boolean }

/** Longest path of a Unix socket: 104 bytes on macOS, 108 on Linux, with the final NUL. */
const SOCKET_PATH = 103

/** Finds the place of a data folder's cluster or decides it, once: the choice is written down before anything is made. */
export async function choosePlace(dataDir: string, account: Account): Promise<Place> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const home = await realpath(dataDir)
  const file = join(home, 'postgres.json')
  const known = await readRecord(file)
  const entry: Entry = known ?? {
    base: await chooseBase(home, account),
    password: randomBytes(24).toString('base64url'),
    initialised: false,
  }
  if (!known) await writeWhole(file, JSON.stringify(entry))

  const base = resolve(home, entry.base)
  if (dirname(base) === home) await letPass(home, account)
  else await openShared()
  await ownFolder(base, account)
  await checkOwner(base, home, file)
  return {
    base,
    cluster: join(base, 'cluster'),
    log: join(base, 'log'),
    sockets: await socketFolder(base, account),
    password: entry.password,
    initialised: entry.initialised,
    markInitialised: () => writeWhole(file, JSON.stringify({ ...entry, initialised: true })),
  }
}

async function readRecord(file: string): Promise<Entry | null> {
  const text = await readFile(file, 'utf8').catch((e: NodeJS.ErrnoException) => {
    if (e.code === 'ENOENT') return null
    throw new EmbeddedError(`${file} cannot be read (${e.code}). Start Holdfast as the user it was first started as.`)
  })
  return text === null ? null : (JSON.parse(text) as Entry)
}

async function chooseBase(home: string, account: Account): Promise<string> {
  // `home` itself is opened to the account's group below; what counts is the way to it.
  if (await canEnter(account, dirname(home))) return 'postgres'
  return join(SHARED, randomBytes(8).toString('hex'))
}

/** Lets PostgreSQL's account walk through the data folder, not list it; everything else in it stays 0600 or 0700. */
async function letPass(home: string, account: Account): Promise<void> {
  if (account === null) return
  await chown(home, 0, account.gid)
  await chmod(home, 0o710)
}

async function ownFolder(folder: string, account: Account): Promise<void> {
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (e: NodeJS.ErrnoException) => {
      if (e.code === 'EEXIST') return false
      throw e
    },
  )
  if (made && account) await chown(folder, account.uid, account.gid)
  // Not `stat`: in a temporary folder somebody else could have put a link.
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== (account?.uid ?? process.getuid?.())) {
    throw new EmbeddedError(
      `${folder} belongs to another account. Start Holdfast as the user it was first started as, or choose another HOLDFAST_DATA_DIR.`,
    )
  }
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700)
}

/** A copied data folder names the cluster of the original. Two services must not share one. */
async function checkOwner(base: string, home: string, file: string): Promise<void> {
  const owner = await readFile(join(base, 'owner'), 'utf8').catch(() => null)
  if (owner === home) return
  if (owner !== null && dirname(base) === SHARED) {
    const other = await readRecord(join(owner, 'postgres.json')).catch(() => null)
    if (other?.base === base) {
      throw new EmbeddedError(
        `${home} is a copy of ${owner}: both name the database in ${base}. Use ${owner}, or remove ${file} for an empty database.`,
      )
    }
  }
  await writeWhole(join(base, 'owner'), home)
}

async function socketFolder(base: string, account: Account): Promise<string> {
  const name = '/.s.PGSQL.5432.lock'
  if (Buffer.byteLength(base + name) <= SOCKET_PATH) return base
  const id = createHash('sha256').update(base).digest('hex').slice(0, 12)
  const root = Buffer.byteLength(tmpdir()) <= 60 ? tmpdir() : '/tmp'
  const folder = join(root, `holdfast-${id}`)
  await ownFolder(folder, account)
  return folder
}

/** Written beside, synced and renamed, so that a crash leaves the old text or the new one. */
async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`
  const handle = await open(/* turbopackIgnore: true */ draft, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}
