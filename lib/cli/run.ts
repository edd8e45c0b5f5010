import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseCommandLine } from './arguments'
import { COMMANDS } from './catalogue'
import type { Command } from './command'
import { EXIT, type ExitCode } from './exit'
import { Failure, failureDocument, failureText, usage } from './failure'
import { commandHelp, helpText } from './help'
import { findTarget } from './target'
import { put, type Terminal } from './terminal'

/** Runs one command line. Never throws: what goes wrong is on stderr, and with `--json` on stdout too. */
export async function run(args: string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await dispatch(args, terminal)
  } catch (error) {
    const failure = error instanceof Failure ? error : unforeseen(error)
    await put(terminal.stderr, failureText(failure))
    if (args.includes('--json')) await put(terminal.stdout, `${JSON.stringify(failureDocument(failure))}\n`)
    return failure.exit
  }
}

async function dispatch(args: string[], terminal: Terminal): Promise<ExitCode> {
  const [first] = args
  if (first === undefined || first === '--help' || first === '-h' || first === 'help')
    return help(args.slice(1), terminal)
  if (first === '--version' || first === 'version') {
    const { version } = JSON.parse(await readFile(join(terminal.root, 'package.json'), 'utf8')) as { version: string }
    await put(terminal.stdout, args.includes('--json') ? `${JSON.stringify({ version })}\n` : `${version}\n`)
    return EXIT.ok
  }
  const { command, rest } = findCommand(args)
  const given = parseCommandLine(rest, command.options, command.takes)
  if (given.flag('help')) {
    await put(terminal.stdout, commandHelp(command))
    return EXIT.ok
  }
  return command.run({
    given,
    terminal,
    json: given.flag('json'),
    target: () =>
      findTarget(
        terminal,
        { url: given.text('url'), key: given.text('key'), purpose: given.text('purpose') },
        command.credential,
      ),
  })
}

async function help(words: string[], terminal: Terminal): Promise<ExitCode> {
  const names = words.filter((w) => !w.startsWith('-'))
  await put(terminal.stdout, names.length === 0 ? helpText(COMMANDS) : commandHelp(findCommand(names).command))
  return EXIT.ok
}

/** The command is what comes first, in one word or two; its options follow. */
export function findCommand(args: string[]): { command: Command; rest: string[] } {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ')
    const command = COMMANDS.find((c) => c.name === name)
    if (command) return { command, rest: args.slice(words) }
  }
  const group = COMMANDS.filter((c) => c.name.startsWith(`${args[0]} `))
  if (group.length > 0) throw usage(`Which one: ${group.map((c) => c.name).join(', ')}?`)
  throw usage(`There is no command "${args[0]}".`, ['holdfast help lists them.'])
}

/** A bug of ours, or of the machine: enough to report it. */
function unforeseen(error: unknown): Failure {
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return new Failure(EXIT.unexpected, { title: 'Something unforeseen happened', detail, code: 'unexpected' })
}
