import { artifactPath, PURPOSE } from '@/lib/cli/artifact-id'
import type { Call, Command } from '@/lib/cli/command'
import { EXIT } from '@/lib/cli/exit'
import { printable } from '@/lib/cli/failure'
import { sendJson } from '@/lib/cli/request'
import { schemaWords } from '@/lib/cli/schema-words'
import { put } from '@/lib/cli/terminal'
import type { Description } from '@/lib/protocol/publish'

const WITHHELD = 'withheld: the grant masks fields'

async function describe({ given, terminal, json, target }: Call) {
  const path = artifactPath(given.positionals[0]!)
  const { text, value } = await sendJson<Description>(await target(), { method: 'GET', path })
  await put(terminal.stdout, json ? `${text}\n` : descriptionText(value))
  return EXIT.ok
}

/** Two columns, what somebody declared and what the service verified under different headings. */
export function descriptionText(d: Description): string {
  const { artifact: a } = d
  const count = (n: number) => n.toLocaleString('en-US')
  const verified = d.integrity.last_verified
  const rows: [string, string][] = [
    ['reference', d.reference],
    ['state', d.state + (d.state_reason ? `: ${d.state_reason}` : '')],
    ['tenant', a.scope.tenant_id],
    ['run', a.scope.run_id],
    ['created at', a.created_at],
    ['expires at', a.expires_at ?? 'does not expire'],
    ['VERIFIED', 'counted or checked by the service'],
    ['content hash', a.content_hash ?? WITHHELD],
    ['bytes', d.bytes === null ? WITHHELD : count(d.bytes)],
    ['records', a.completeness.records === null ? 'opaque bytes' : count(a.completeness.records)],
    ['format', `${d.record_format}${d.records_pointer ? ` at ${d.records_pointer}` : ''} (${d.format_origin})`],
    ['schema', schemaWords(d.schema)],
    [
      'merkle root',
      d.integrity.merkle_root === null || d.integrity.chunks === null
        ? WITHHELD
        : `${d.integrity.merkle_root} over ${count(d.integrity.chunks)} ${d.integrity.chunks === 1 ? 'chunk' : 'chunks'}`,
    ],
    [
      'last verified',
      verified ? `${verified.at}: ${verified.verified ? 'whole, intact' : 'FAILED'}` : 'not since publishing',
    ],
    ['published by', d.producer.published_by.name],
    ['DECLARED', 'said by the publisher'],
    ['tool', [d.producer.tool, d.producer.version].filter(Boolean).join(' ')],
    ['tool call', a.tool_call_id],
    ['output', `${d.producer.output} (${d.producer.outcome})`],
    ['arguments', d.producer.arguments === undefined ? 'not given' : JSON.stringify(d.producer.arguments)],
    ['schema version', a.schema_version ?? 'none'],
    ['source', `${a.source_version.source_id}, snapshot ${a.source_version.snapshot_id}`],
    ['observed at', a.source_version.observed_at],
    ['completeness', a.completeness.status],
    ['coverage', JSON.stringify(a.completeness.coverage)],
    ...a.completeness.omissions.map((o): [string, string] => ['omits', JSON.stringify(o)]),
    ['media type', d.media_type ?? 'not given'],
    ...d.inputs.map((i): [string, string] => ['computed from', `artifact:${i.artifact_id}`]),
    ...(d.transformation
      ? [['transformation', `${d.transformation.name} ${d.transformation.version}`] as [string, string]]
      : []),
    ...d.locators.map((l): [string, string] => [
      'locator',
      `${l.locator} since ${l.since}${l.until ? ` until ${l.until}, now names ${l.now_names ?? 'something else'}` : ''}`,
    ]),
    ['AUTHORITY', 'why you see this'],
    ['rule', `${d.authority.rule}, for ${d.authority.purpose}, at ${d.authority.checked_at}`],
    ['disclosure', d.disclosure_id],
  ]
  return rows
    .map(([name, value]) => {
      const line = printable(value).replaceAll(/[\r\n\t]/g, ' ')
      return name === name.toUpperCase() ? `\n${name}  ${line}\n` : `${name.padEnd(16)}${line}\n`
    })
    .join('')
}

export const describeCommands: Command[] = [
  {
    name: 'describe',
    summary: 'what an artifact is: descriptor, producer, what was verified; no bytes',
    takes: ['ID'],
    options: { purpose: PURPOSE },
    credential: 'key',
    run: describe,
  },
]
