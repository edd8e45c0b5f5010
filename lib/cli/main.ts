import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run'

/** The package's folder: above `lib/cli` when run from source, above `dist` when built. */
function packageRoot(): string {
  let at = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(at, 'package.json')) && dirname(at) !== at) at = dirname(at)
  return at
}

// `holdfast read … | head`: a reader that has enough is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  root: packageRoot(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  columns: process.stderr.isTTY ? process.stderr.columns || 80 : null,
})
