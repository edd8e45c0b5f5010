// `npm run bench`: ours against peers, on this machine, in one interleaved run. See bench/main.ts.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
if (!existsSync(join(root, 'node_modules', 'tsx'))) {
  process.stderr.write('Nothing is installed yet. Run "npm ci" first.\n')
  process.exit(1)
}
const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'bench', 'main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
// A Ctrl-C reaches the whole group; a signal to this process alone is passed on. Either way the child cleans up.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'))
child.on('close', (code) => process.exit(code ?? 1))
