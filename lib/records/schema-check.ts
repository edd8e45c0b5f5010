import Ajv, { type ErrorObject, MissingRefError, type SchemaObject } from 'ajv/dist/2020.js'
import formats, { type FormatName } from 'ajv-formats'
import { COST, compilePattern, prepareSchema } from './schema-document'
import { SchemaError } from './schema-error'

export type SchemaFault = { pointer: string; message: string }
export type SchemaCheck = {
  /** What is wrong with a record, first; null when nothing is. `json` is one JSON value. Says no value of the record. */
  check(json: string): SchemaFault | null
}

/** Checked by reading the text, as RFC 3339 says. */
const PARSED: FormatName[] = ['date', 'time', 'date-time']
/** Checked by expressions in which no text can be matched in more than a few ways. Any other format is an annotation. */
const MATCHED: FormatName[] = [
  'duration',
  'uri',
  'uri-reference',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
]

/**
 * What one record may cost: a step is one look at one value, 30 to 500 ns as measured. A schema can ask for far more work than its own
 * length and the record's, by referring to itself twice at every level.
 */
const STEPS = { record: 500_000, character: 4 }
const TOO_MUCH = 'takes more work to be validated than one record may'

class TooMuch extends Error {}

/**
 * Makes a JSON Schema (2020-12) ready to validate with. Nothing is fetched: a reference goes to a place in the document.
 * Numbers are compared as doubles, and of members with one name the last counts, as in JSON.parse.
 *
 * @throws SchemaError, with the place, for what is no schema of that dialect or cannot be run safely
 */
export function compileSchema(document: string): SchemaCheck {
  const root: unknown = JSON.parse(document)
  if (typeof root !== 'object' || root === null || Array.isArray(root))
    throw new SchemaError('', 'a schema to register is a JSON object')
  checkDialectFit(root)
  const prepared = prepareSchema(root as Record<string, unknown>)

  let left = 0
  const spend = (steps: number) => {
    left -= steps
    if (left < 0) throw new TooMuch()
  }
  const ajv = engine(spend)
  let validate: ReturnType<typeof ajv.compile>
  try {
    validate = ajv.compile(prepared.document)
  } catch (error) {
    throw compileError(error, prepared.refs)
  }

  const check = (json: string): SchemaFault | null => {
    left = STEPS.record + STEPS.character * json.length
    try {
      return validate(JSON.parse(json)) ? null : faultOf(validate.errors ?? [])
    } catch (error) {
      // The stack ends before the steps do where a schema refers to itself without going deeper.
      if (error instanceof TooMuch || error instanceof RangeError) return { pointer: '', message: TOO_MUCH }
      throw error
    }
  }
  for (const probe of ['null', 'true', '0', '""', '[]', '{}'])
    if (check(probe)?.message === TOO_MUCH) throw new SchemaError('', 'refers to itself without end')
  return { check }
}

/** Ready to validate with, by document: a schema is made ready once for many publishes. */
const ready = new Map<string, SchemaCheck>()
const MAX_READY = 32

/** As `compileSchema`, from memory where possible. A document may be 256 KiB long and is held with what it compiles to. */
export function schemaCheck(document: string): SchemaCheck {
  const check = ready.get(document) ?? compileSchema(document)
  ready.delete(document)
  ready.set(document, check)
  if (ready.size > MAX_READY) ready.delete(ready.keys().next().value!)
  return check
}

let meta: Ajv | undefined

function checkDialectFit(root: object): void {
  meta ??= new Ajv({ strict: false, logger: false })
  const { $schema: _, ...rest } = root as SchemaObject
  if (meta.validate('https://json-schema.org/draft/2020-12/schema', rest)) return
  const [error] = meta.errors ?? []
  throw new SchemaError(error?.instancePath ?? '', `is not allowed there by JSON Schema 2020-12: ${error?.message}`)
}

function engine(spend: (steps: number) => void): Ajv {
  const regExp = (pattern: string) => {
    const compiled = compilePattern(pattern, '')
    const cost = compiled.programSize() / 4
    return {
      test: (text: string) => {
        spend(1 + text.length * cost)
        return compiled.test(text)
      },
      // By this the engine tells one pattern from another.
      toString: () => pattern,
    }
  }
  const ajv = new Ajv({
    strict: false,
    logger: false,
    meta: false,
    validateSchema: false,
    inlineRefs: false,
    // Else every object would have a `toString`.
    ownProperties: true,
    // Else 4.35 would be no multiple of 0.01.
    multipleOfPrecision: 9,
    // Optimising takes most of the time that compiling takes, and saves nothing that could be measured.
    code: { regExp: Object.assign(regExp, { code: '' }), optimize: false },
  })
  for (const name of PARSED) ajv.addFormat(name, formats.get(name, 'full'))
  for (const name of MATCHED) ajv.addFormat(name, formats.get(name, 'fast'))
  ajv.addKeyword({
    keyword: COST,
    before: '$dynamicAnchor',
    compile: (cost: number) => () => {
      spend(cost)
      return true
    },
  })
  // The engine's own compares each item with each.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    compile: (wanted: boolean) => (items: unknown[]) => {
      if (!wanted) return true
      const seen = new Set(items.map(sorted))
      spend(items.length)
      return seen.size === items.length
    },
    error: { message: 'must not have two items that are the same' },
  })
  return ajv
}

/** JSON text that is the same for values that are. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([name, v]) => `${JSON.stringify(name)}:${sorted(v)}`).join(',')}}`
  }
  // A number beyond the range of a double is read as infinite, which JSON could not write.
  return typeof value === 'number' ? String(value === 0 ? 0 : value) : JSON.stringify(value)
}

/** The outermost fault: of alternatives that all fail, that none fits, rather than what the last one lacked. Of `if`, what failed in its branch. */
function faultOf(errors: ErrorObject[]): SchemaFault {
  const error = errors.findLast((e) => e.keyword !== 'if')!
  return { pointer: error.instancePath, message: error.message ?? `fails ${error.keyword}` }
}

function compileError(error: unknown, refs: { pointer: string; to: string }[]): SchemaError {
  if (error instanceof MissingRefError) {
    const ref = refs.find((r) => error.missingRef.endsWith(r.to))
    return new SchemaError(
      ref?.pointer ?? '',
      'names no schema in this document, and nothing is fetched from elsewhere',
    )
  }
  return new SchemaError('', error instanceof Error ? error.message : String(error))
}
