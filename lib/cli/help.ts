import { GLOBAL, type Options } from './arguments'
import type { Command } from './command'
import { EXIT_MEANINGS } from './exit'

const options = (all: Options): string => {
  const rows = Object.entries(all).map(([name, o]) => [`--${name}${o.value ? ` ${o.value}` : ''}`, o.about] as const)
  const width = Math.max(...rows.map(([left]) => left.length)) + 2
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('')
}

export function helpText(commands: Command[]): string {
  const rows = commands.map((c) => [[c.name, ...c.takes].join(' '), c.summary] as const)
  const width = Math.max(...rows.map(([left]) => left.length)) + 2
  return `Usage: holdfast COMMAND [ARGUMENTS] [OPTIONS]

Publishes tool results as immutable, protected references, and reads them back verified.

${rows.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('')}  ${'help [COMMAND]'.padEnd(width)}explain a command
  ${'--version'.padEnd(width)}print the version

With every command:
${options(GLOBAL)}
Administrative commands (tenants, keys, users, demo) use the operator token of the data folder
(HOLDFAST_DATA_DIR, default .holdfast) when no key is given.

Exit codes:
${EXIT_MEANINGS.map(([code, meaning]) => `  ${code}  ${meaning}\n`).join('')}`
}

export const commandHelp = (c: Command): string => `Usage: holdfast ${[c.name, ...c.takes].join(' ')} [OPTIONS]

${c.summary[0]!.toUpperCase()}${c.summary.slice(1)}.
${(c.details ?? []).map((d) => `${d}\n`).join('')}
${options({ ...c.options, ...GLOBAL, ...c.options })}`
