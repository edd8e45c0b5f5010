import { usage } from './failure'

/** Past every end: the service stops at the last record or byte. */
const OPEN_END = Number.MAX_SAFE_INTEGER

/** `a:b`, `a:` or `:b`: half-open and 0-based, as the API counts. */
export function parseRange(option: string, text: string): { start: number; end: number } {
  const match = /^(\d{0,15}):(\d{0,15})$/.exec(text)
  const range = match && { start: Number(match[1] || 0), end: match[2] ? Number(match[2]) : OPEN_END }
  if (!range || range.start >= range.end)
    throw usage(
      `--${option} is "${text}": write START:END with START before END, such as 0:100; either may be left out.`,
    )
  return range
}
