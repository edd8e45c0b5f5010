import { IJsonError, parseIJson } from '@/lib/protocol/ijson'
import { RawJson, renderJson } from '@/lib/protocol/raw-json'
import { type Given, type Options, parseJsonOption } from './arguments'
import { usage } from './failure'

/** Every fact of a manifest as an option. They add to `--manifest`, and win over it. */
export const MANIFEST_OPTIONS: Options = {
  manifest: {
    type: 'string',
    value: 'FILE',
    about: 'the manifest as JSON; the options below add to it and win over it',
  },
  run: { type: 'string', value: 'R', about: 'run the result belongs to' },
  tool: { type: 'string', value: 'T', about: 'tool that produced it' },
  'tool-version': { type: 'string', value: 'V', about: 'version of the tool' },
  call: { type: 'string', value: 'ID', about: 'id of the tool call; a repeat with it gives the same reference' },
  arguments: { type: 'string', value: 'JSON', about: 'arguments of the call' },
  outcome: { type: 'string', value: 'O', about: 'success, error or partial (default success)' },
  output: { type: 'string', value: 'N', about: 'which output of the call (default result)' },
  source: { type: 'string', value: 'S', about: 'source that was observed' },
  snapshot: { type: 'string', value: 'S', about: 'snapshot of the source' },
  'observed-at': { type: 'string', value: 'TIME', about: 'when it was observed (RFC 3339 with an offset)' },
  status: { type: 'string', value: 'S', about: 'complete, partial or unknown (default unknown)' },
  coverage: { type: 'string', value: 'JSON', about: 'what region it covers, e.g. {"region":"eu-west"}' },
  omission: { type: 'string', value: 'JSON', multiple: true, about: 'something missing, with its reason; repeatable' },
  schema: { type: 'string', value: 'V', about: 'schema version' },
  expires: { type: 'string', value: 'TIME', about: 'when the artifact expires' },
  'media-type': { type: 'string', value: 'M', about: 'media type of the content' },
  format: { type: 'string', value: 'F', about: 'ndjson, json_array, csv, lines or bytes (detected when left out)' },
  pointer: { type: 'string', value: 'P', about: 'JSON Pointer to the array of records' },
  locator: { type: 'string', value: 'L', about: 'mutable name that names this artifact from now on' },
  input: { type: 'string', value: 'REF', multiple: true, about: 'artifact it was computed from; repeatable' },
  transform: { type: 'string', value: 'N', about: 'name of the transformation' },
  'transform-version': { type: 'string', value: 'V', about: 'version of the transformation' },
  hash: { type: 'string', value: 'SHA256', about: 'declare the hash; refused if the bytes differ' },
}

/** Which option sets which member, by path. */
const PLACES: [option: string, path: string[], kind?: 'json'][] = [
  ['run', ['run_id']],
  ['tool', ['tool_call', 'tool']],
  ['tool-version', ['tool_call', 'version']],
  ['call', ['tool_call', 'id']],
  ['arguments', ['tool_call', 'arguments'], 'json'],
  ['outcome', ['tool_call', 'outcome']],
  ['output', ['output']],
  ['source', ['source_version', 'source_id']],
  ['snapshot', ['source_version', 'snapshot_id']],
  ['observed-at', ['source_version', 'observed_at']],
  ['status', ['completeness', 'status']],
  ['coverage', ['completeness', 'coverage'], 'json'],
  ['schema', ['schema_version']],
  ['expires', ['expires_at']],
  ['media-type', ['media_type']],
  ['format', ['record_format']],
  ['pointer', ['records_pointer']],
  ['locator', ['locator']],
  ['transform', ['transformation', 'name']],
  ['transform-version', ['transformation', 'version']],
]

/** What a manifest cannot do without, as the option that gives it. Facts of the capture: nobody can default them. */
const REQUIRED = ['run', 'tool', 'call', 'source', 'snapshot', 'observed-at']

const RAW = ['/tool_call/arguments', '/transformation/parameters']

type Tree = { [name: string]: unknown }

/**
 * The manifest to send. A file that no option adds to goes out as its exact text, so that the service is the one to judge
 * it: duplicate names, integers that do not fit.
 *
 * @param file text of `--manifest`
 */
export function manifestText(given: Given, file: string | null): string {
  const adds = [...PLACES.map(([option]) => option), 'omission', 'input', 'hash']
  if (file !== null && !adds.some((option) => given.values[option] !== undefined)) return file

  const tree = file === null ? {} : parseManifest(file)
  const set = (path: string[], value: unknown) => {
    let at = tree
    for (const name of path.slice(0, -1)) {
      if (!isTree(at[name])) at[name] = {}
      at = at[name] as Tree
    }
    at[path.at(-1)!] = value
  }
  for (const [option, path, kind] of PLACES) {
    const value = given.text(option)
    if (value !== undefined) set(path, kind === 'json' ? exactJson(option, value) : value)
  }
  const omissions = given.list('omission').map((o) => exactJson('omission', o))
  if (omissions.length > 0) set(['completeness', 'omissions'], omissions)
  const inputs = given.list('input').map((id) => (id.startsWith('artifact:') ? id : `artifact:${id}`))
  if (inputs.length > 0) set(['inputs'], inputs)
  const hash = given.text('hash')
  if (hash !== undefined) set(['content_hash'], hash.includes(':') ? hash : `sha256:${hash}`)

  const missing = PLACES.filter(([option, path]) => REQUIRED.includes(option) && get(tree, path) === undefined)
  if (missing.length > 0)
    throw usage(`The manifest lacks ${missing.map(([option]) => `--${option}`).join(', ')}.`, [
      'Give them as options, or as members of the file named by --manifest.',
    ])
  return renderJson(tree)
}

/** JSON that goes out as the text it came as. */
function exactJson(option: string, text: string): RawJson {
  parseJsonOption(option, text)
  return new RawJson(text)
}

/** Strict, so that adding an option never decides which of two equal names counts. Arguments stay the text they are. */
function parseManifest(text: string): Tree {
  try {
    const { value, slices } = parseIJson(text, { maxDepth: 1000, maxFields: 1_000_000, raw: RAW })
    if (!isTree(value)) throw usage('--manifest does not hold a JSON object.')
    for (const [pointer, slice] of slices) {
      const [group, name] = pointer.slice(1).split('/') as [string, string]
      ;(value[group] as Tree)[name] = new RawJson(slice)
    }
    return value
  } catch (error) {
    if (error instanceof IJsonError) throw usage(`--manifest is not valid I-JSON: ${error.message}`)
    throw error
  }
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

const get = (tree: Tree, path: string[]): unknown =>
  path.reduce<unknown>((at, name) => (isTree(at) ? at[name] : undefined), tree)
