import { oneLine, rawRecords } from './raw-values'

/** The records of a response, one a line, exactly as captured. `plain`: those that are strings as plain text. */
export function recordLines(response: string, plain: boolean): string {
  let lines = ''
  for (const record of rawRecords(response)) {
    const line = oneLine('value' in record ? record.value : record.item)
    lines += `${plain && line.startsWith('"') ? (JSON.parse(line) as string) : line}\n`
  }
  return lines
}
