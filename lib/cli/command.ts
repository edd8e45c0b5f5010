import type { Given, Options } from './arguments'
import type { ExitCode } from './exit'
import type { Target } from './target'
import type { Terminal } from './terminal'

export type Call = {
  given: Given
  terminal: Terminal
  /** One JSON document on stdout instead of the plain output. */
  json: boolean
  /** The server, with the credential of this command. Throws a usage failure when there is none. */
  target: () => Promise<Target>
}

/** One command as data: parsed, explained and run from the same place. */
export type Command = {
  name: string
  summary: string
  /** Names of the arguments that are not options, in order; all are required. */
  takes: string[]
  options: Options
  details?: string[]
  /** `operator`: without a key, the token in the data folder. */
  credential: 'key' | 'operator'
  run: (call: Call) => Promise<ExitCode>
}
