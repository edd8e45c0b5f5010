import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { PURPOSE } from '@/lib/cli/artifact-id'
import type { Call, Command } from '@/lib/cli/command'
import { EXIT } from '@/lib/cli/exit'
import { Failure, usage } from '@/lib/cli/failure'
import { MANIFEST_OPTIONS, manifestText } from '@/lib/cli/manifest-options'
import { schemaWords } from '@/lib/cli/schema-words'
import { put } from '@/lib/cli/terminal'
import { openSource, upload } from '@/lib/cli/upload'
import type { PublishResponse } from '@/lib/protocol/publish'

async function publish({ given, terminal, json, target }: Call) {
  const name = given.positionals[0]!
  const file = given.text('manifest')
  const manifest = manifestText(
    given,
    file === undefined ? null : await manifestFile(resolve(terminal.cwd, file), file),
  )
  const at = await target()
  const source = await openSource(resolve(terminal.cwd, name), name, terminal.stdin)
  const screen = terminal.columns === null || json ? null : { stream: terminal.stderr, columns: terminal.columns }
  const { status, text, contentHash, bytes } = await upload(at, manifest, source, screen)

  const { artifact, reference, schema } = JSON.parse(text) as PublishResponse
  if (artifact.content_hash !== contentHash)
    throw new Failure(EXIT.integrity, {
      title: 'The service counted other bytes than were sent',
      detail: `Sent ${contentHash}, the reference names ${artifact.content_hash}.`,
      code: 'content_mismatch',
      artifactId: artifact.artifact_id,
    })
  await put(terminal.stdout, json ? `${text}\n` : `${reference}\n`)
  const { records, status: completeness } = artifact.completeness
  const counted = records === null ? 'opaque bytes' : many(records, 'record')
  await put(
    terminal.stderr,
    `${status === 201 ? 'Published' : 'Published before, the same result'}: ${many(bytes, 'byte')}, ${counted}, declared ${completeness}. ${contentHash}, as sent.${schema.status === 'unregistered' ? '' : ` Schema: ${schemaWords(schema)}.`}\n`,
  )
  return EXIT.ok
}

async function manifestFile(path: string, name: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw usage(`${name} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

export const publishCommands: Command[] = [
  {
    name: 'publish',
    summary: 'publish a file (or stdin, -) as a tool result; prints its reference',
    takes: ['FILE'],
    options: { ...MANIFEST_OPTIONS, purpose: PURPOSE },
    details: [
      'Streams: a file of any size takes no more memory. The hash that comes back is compared with what was sent.',
      'Repeating a publish with the same call and bytes gives the same reference.',
    ],
    credential: 'key',
    run: publish,
  },
]

const many = (n: number, one: string): string => `${n.toLocaleString('en-US')} ${one}${n === 1 ? '' : 's'}`
