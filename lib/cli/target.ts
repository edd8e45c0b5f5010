import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readInstance } from '@/lib/instance'
import { isLoopback } from '@/lib/settings'
import type { Command } from './command'
import { EXIT } from './exit'
import { Failure, usage } from './failure'
import type { Terminal } from './terminal'

export type Target = {
  base: URL
  /** null: ask without a credential. */
  key: string | null
  purpose: string | null
}

type Wanted = { url?: string | undefined; key?: string | undefined; purpose?: string | undefined }

const DEFAULT_URL = 'http://localhost:3000'

/** The server resolves its data folder from the package's folder, so the command line does too. */
export const dataDir = (t: Terminal): string => resolve(t.root, t.env.HOLDFAST_DATA_DIR?.trim() || '.holdfast')

/**
 * Which server, with which credential. The operator's token is only ever sent to the instance whose data folder it lies
 * in: whatever else may listen at an address must not learn it.
 */
export async function findTarget(t: Terminal, wanted: Wanted, credential: Command['credential']): Promise<Target> {
  const folder = dataDir(t)
  const named = wanted.url ?? (t.env.HOLDFAST_URL?.trim() || undefined)
  const running = await readInstance(folder)
  const base = address(named ?? running?.url ?? DEFAULT_URL, wanted.url === undefined ? 'HOLDFAST_URL' : '--url')
  const purpose = wanted.purpose ?? null
  const key = wanted.key ?? (t.env.HOLDFAST_KEY?.trim() || undefined)
  if (key !== undefined) {
    if (!/^[\x21-\x7e]{1,256}$/.test(key)) throw usage('The key holds characters that no key has. Copy it again.')
    return { base, key, purpose }
  }
  if (credential === 'key')
    throw usage('No key was given.', [
      'Name one with --key or in HOLDFAST_KEY. Make one with: holdfast keys create --tenant T --kind agent --name N',
    ])
  if (!running?.url && named === undefined) throw notRunning(folder, running !== null)
  if (running?.url ? !sameInstance(base, new URL(running.url)) : !isLoopback(base.hostname))
    throw usage(`No key was given, and the operator token of ${folder} is not sent to ${base.origin}.`, [
      'Name an admin key with --key or in HOLDFAST_KEY.',
    ])
  const token = await readText(join(folder, 'operator-token'))
  if (token === null)
    throw usage(`No key was given, and there is no operator token in ${folder}.`, [
      'Name the data folder of the server in HOLDFAST_DATA_DIR, or give an admin key with --key.',
    ])
  return { base, key: token, purpose }
}

const notRunning = (folder: string, starting: boolean) =>
  new Failure(EXIT.notRunning, {
    title: `No Holdfast server ${starting ? 'answers yet' : 'runs'} on the data folder ${folder}`,
    code: 'server_not_running',
    hints: starting
      ? ['It is still starting. Wait until it prints its URL.']
      : ['Start it with: npm start', 'Or name its data folder in HOLDFAST_DATA_DIR, or its address with --url.'],
  })

async function readText(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim() || null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    if (code === 'EACCES') throw usage(`${path} belongs to another user.`, ['Run as the user who started the server.'])
    throw error
  }
}

function address(text: string, from: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw usage(`${from} is "${text}": write scheme, host and port, such as ${DEFAULT_URL}.`)
  return url
}

const sameInstance = (a: URL, b: URL): boolean =>
  a.origin === b.origin || (isLoopback(a.hostname) && isLoopback(b.hostname) && a.port === b.port)
