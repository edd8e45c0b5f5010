import { artifactPath, PURPOSE } from '@/lib/cli/artifact-id'
import type { Call, Command } from '@/lib/cli/command'
import { EXIT } from '@/lib/cli/exit'
import { SELECTOR_OPTIONS, selectorOf } from '@/lib/cli/query-options'
import { sendJson } from '@/lib/cli/request'
import { put } from '@/lib/cli/terminal'
import type { DeriveResponse } from '@/lib/protocol/derive'

async function derive({ given, terminal, json, target }: Call) {
  const [id, filter] = given.positionals as [string, string]
  const run_id = given.text('run')
  const { text, value } = await sendJson<DeriveResponse>(await target(), {
    method: 'POST',
    path: `${artifactPath(id)}/derive`,
    json: { selector: selectorOf(given, filter), ...(run_id !== undefined && { run_id }) },
  })
  const { artifact, reference, conclusion } = value
  const { status, records, omissions } = artifact.completeness
  await put(terminal.stdout, json ? `${text}\n` : `${reference}\n`)
  await put(
    terminal.stderr,
    `Derived by the service: ${records} records, ${status}${omissions.length > 0 ? `, omissions: ${omissions.length}` : ''}.\n${conclusion.statement}\n`,
  )
  return EXIT.ok
}

export const deriveCommands: Command[] = [
  {
    name: 'derive',
    summary: 'publish what a query gives as an artifact that the service computed; prints its reference',
    takes: ['ID', 'FILTER'],
    options: {
      ...SELECTOR_OPTIONS,
      run: { type: 'string', value: 'RUN', about: 'where the result belongs; the run of the artifact without it' },
      purpose: PURPOSE,
    },
    details: [
      'The one derivation that can be complete: coverage, omissions and lineage are computed.',
      'The same query into the same run is the same artifact.',
    ],
    credential: 'key',
    run: derive,
  },
]
