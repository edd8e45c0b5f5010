import { execFileSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ALTERNATIVE, EmbeddedError } from './fault'

/** The system account PostgreSQL runs under. null: our own. */
export type Account = { uid: number; gid: number } | null

/**
 * PostgreSQL refuses to run as root, so a root process lends it an account without rights: `postgres` where the
 * machine has one, else `nobody`, else one made for the purpose.
 */
export function chooseAccount(): Account {
  if (process.getuid?.() !== 0) return null
  const found = lookUp('postgres') ?? lookUp('nobody')
  if (found) return found
  try {
    execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/bin/false', 'holdfast'], { stdio: 'pipe' })
  } catch (cause) {
    throw new EmbeddedError(
      `PostgreSQL refuses to run as root, and this machine has no account "postgres" or "nobody" it could use. Add one, or start Holdfast as an ordinary user. ${ALTERNATIVE}`,
      { cause },
    )
  }
  return lookUp('holdfast')
}

function lookUp(name: string): Account {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString())
    const account = { uid: id('-u'), gid: id('-g') }
    return account.uid > 0 && Number.isInteger(account.gid) ? account : null
  } catch {
    return null
  }
}

/** Whether the account may pass through every folder from the root down to `path`, and through `path` itself. */
export async function canEnter(account: Account, path: string): Promise<boolean> {
  if (account === null) return true
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
