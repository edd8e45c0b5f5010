import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runIn } from '@/lib/cli/terminal.fixture'
import { type Audited, startAudited } from './audited.fixture'

/** A log of some fifty events, and a folder where its exports and what verifies them lie. */
export type Exporting = Audited & {
  folder: string
  /** Exports to `export.jsonl`, its checkpoint to `checkpoint`; the key set is in `jwks.json`. */
  exported: (query?: string, as?: string[]) => Promise<string>
  /** Verifies `export.jsonl`, or this text instead. */
  verify: (text?: string) => Promise<{ exit: number; stdout: string; stderr: string; faults: string[] }>
}

export async function startExporting(): Promise<Exporting> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-exports-'))
  const a = await startAudited()
  for (let i = 0; i < 40; i++)
    await a.w.call('POST', `/tenants/${a.w.tenant}/keys`, {
      key: a.w.admin,
      json: { kind: 'agent', name: `agent-${i}` },
    })
  await a.sequence()
  await writeFile(join(folder, 'jwks.json'), await (await fetch(`${a.server.base}/.well-known/jwks.json`)).text())
  return {
    ...a,
    folder,
    exported: async (query = '', as = ['auditor']) => {
      const response = await a.as(as, 'GET', `/audit/export?${query}`)
      const text = await response.text()
      if (response.status !== 200) throw new Error(`${response.status} ${text}`)
      await writeFile(join(folder, 'export.jsonl'), text)
      await writeFile(join(folder, 'checkpoint'), JSON.parse(text.slice(0, text.indexOf('\n'))).checkpoint)
      return text
    },
    verify: async (text) => {
      if (text !== undefined) await writeFile(join(folder, 'export.jsonl'), text)
      const args = ['verify-audit', 'export.jsonl', '--checkpoint=checkpoint', '--key=jwks.json']
      const { exit, stdout, stderr } = await runIn(folder, args)
      const faults = stdout.split('\n').filter((l) => /^FAIL {2}(edited|missing|moved|order|tree|unreadable)/.test(l))
      return { exit, stdout, stderr, faults }
    },
    close: async () => {
      await a.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
