import { parseArgs } from 'node:util'
import { usage } from './failure'

export type Option = { type: 'string' | 'boolean'; multiple?: boolean; value?: string; about: string }
export type Options = Record<string, Option>

export const GLOBAL: Options = {
  json: { type: 'boolean', about: 'one JSON document on stdout' },
  url: { type: 'string', value: 'URL', about: 'the server (HOLDFAST_URL; else the instance of the data folder)' },
  key: { type: 'string', value: 'KEY', about: 'the key to present (HOLDFAST_KEY)' },
  help: { type: 'boolean', about: 'explain the command' },
}

/** What was given, by name. */
export class Given {
  constructor(
    readonly values: Record<string, string | boolean | (string | boolean)[] | undefined>,
    readonly positionals: string[],
  ) {}

  text(name: string): string | undefined {
    const value = this.values[name]
    return typeof value === 'string' ? value : undefined
  }

  flag(name: string): boolean {
    return this.values[name] === true
  }

  list(name: string): string[] {
    const value = this.values[name]
    return Array.isArray(value) ? value.filter((v) => typeof v === 'string') : []
  }

  required(name: string): string {
    const value = this.text(name)
    if (value === undefined) throw usage(`--${name} is missing.`)
    return value
  }

  /** A whole number from `least` to `most`. */
  count(name: string, least: number, most: number): number | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    const n = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
    if (!(n >= least && n <= most))
      throw usage(`--${name} is "${value}": write a whole number from ${least} to ${most}.`)
    return n
  }
}

export function parseJsonOption(name: string, value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    throw usage(`--${name} is not JSON.`)
  }
}

/** Parses what follows the command's name. Unknown options, missing values and surplus arguments are usage failures. */
export function parseCommandLine(args: string[], options: Options, takes: string[]): Given {
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({
      args,
      options: Object.fromEntries(
        Object.entries({ ...GLOBAL, ...options }).map(([name, o]) => [
          name,
          { type: o.type, ...(o.multiple && { multiple: true }), ...(name === 'help' && { short: 'h' }) },
        ]),
      ),
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')) throw error
    throw usage((error as Error).message.split('\n')[0]!.replace(/ To specify a positional.*$/, ''))
  }
  const given = new Given(parsed.values, parsed.positionals)
  if (given.flag('help')) return given
  const missing = takes[given.positionals.length]
  if (missing !== undefined) throw usage(`${missing} is missing.`)
  const surplus = given.positionals[takes.length]
  if (surplus !== undefined) throw usage(`"${surplus}" is one argument too many.`)
  return given
}
