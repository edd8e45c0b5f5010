import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const biome = resolve('node_modules/@biomejs/biome/bin/biome')
const folder = mkdtempSync(join(tmpdir(), 'holdfast-lint-'))
copyFileSync('biome.json', join(folder, 'biome.json'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the linter, with the project's own rules, says of a file with this content at this place. */
function lint(path: string, code: string): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, code)
  const run = spawnSync(process.execPath, [biome, 'lint', '--vcs-enabled=false', path], {
    cwd: folder,
    encoding: 'utf8',
  })
  rmSync(file)
  return run.stdout + run.stderr
}

test.each([
  ['lib/records/x.ts', '@/lib/db/client', /pure/],
  ['lib/protocol/x.ts', '@/lib/records/format', /pure/],
  ['lib/protocol/x.ts', 'node:fs', /pure/],
  ['lib/reading/x.ts', '@/lib/blobs/object-reader', /Only authority\/disclose/],
  ['lib/http/x.ts', '@/lib/blobs/object-reader', /Only authority\/disclose/],
  ['app/x/page.tsx', '@/lib/blobs/object-reader', /Only authority\/disclose/],
  ['lib/authority/x.ts', '@/lib/blobs/object-reader', /Only authority\/disclose/],
  ['app/x/page.tsx', 'postgres', /never touches the database/],
  ['lib/artifacts/x.ts', '@/lib/blobs/local', /Only runtime.ts constructs/],
  ['lib/artifacts/x.ts', '@/lib/http/app', /never import http/],
  ['lib/blobs/x.ts', '@/components/ui/button', /never imports app or components/],
  ['lib/reading/x.ts', '../blobs/seal', /@\/lib\/<room>/],
])('%s may not import %s', (path, module, why) => {
  expect(lint(path, `import * as it from '${module}'\nexport { it }\n`)).toMatch(why)
})

test('what is allowed is not refused', () => {
  expect(lint('lib/reading/x.ts', "import { seal } from '@/lib/blobs/seal'\nexport { seal }\n")).not.toMatch(
    /noRestrictedImports/,
  )
})

test.each(['lib/artifacts/x.fixture.ts', 'lib/artifacts/x.test.ts'])('%s is test code and may construct', (path) => {
  const code = "import { openDatabase } from '@/lib/db/client'\nexport { openDatabase }\n"
  expect(lint(path, code)).not.toMatch(/noRestrictedImports/)
  expect(lint('lib/artifacts/x.ts', code)).toMatch(/noRestrictedImports/)
})
