import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { build } from 'esbuild'

export type ServerProcess = { child: ChildProcess; base: string }

/** Bundles the API as a program of its own (`test-process.ts`) into the folder. Returns its path. */
export async function buildProcess(folder: string): Promise<string> {
  const entry = join(folder, 'api.mjs')
  await build({
    entryPoints: ['lib/http/test-process.ts'],
    outfile: entry,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    absWorkingDir: process.cwd(),
    // External packages resolve from the bundle's own place, which is not in the project.
    plugins: [{ name: 'resolve', setup: (b) => b.onResolve({ filter: /^[^./@]|^@[^/]+\// }, resolveHere) }],
  })
  return entry
}

/** Packages stay outside the bundle, by their absolute address. */
const resolveHere = ({ path, kind }: { path: string; kind: string }) =>
  kind === 'entry-point' || path.startsWith('@/')
    ? undefined
    : { path: path.startsWith('node:') ? path : import.meta.resolve(path), external: true }

/** A server process on a database and a data folder. `handOvers`: a file for what it gives to its sockets. */
export async function startProcess(
  entry: string,
  o: { url: string; dataDir: string; handOvers?: string },
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [entry, o.url, o.dataDir, ...(o.handOvers ? [o.handOvers] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return { child, base: line.toString().trim() }
}
