import type { ReadResponse } from '@/lib/protocol/read'
import { printable } from './failure'

/**
 * What is on stderr after the last page: the three facts that stay apart (how far the scan came, what was captured, what
 * was checked), and `more` of the command's own.
 */
export function closing(page: ReadResponse, truncated: number, more: string[] = []): string {
  const { conclusion, scan, capture, integrity, next_cursor } = page
  const lines = [
    conclusion.statement,
    `  scan ${scan.status}${scan.reason ? ` (${scan.reason})` : ''}, capture declared ${capture.status}, integrity ${integrity.verified ? `verified (${integrity.method})` : 'NOT VERIFIED'}, disclosure ${page.disclosure_id}`,
    ...conclusion.bounds.says_nothing_about.map((s) => `  says nothing about ${s}`),
    ...more.map((s) => `  ${s}`),
  ]
  if (truncated > 0)
    lines.push(
      `  ${truncated} longer than --max-bytes: given as {"index","truncated","bytes"}; read the rest with read --bytes`,
    )
  if (next_cursor !== null) lines.push(`  more with: --cursor ${next_cursor}`)
  return `${printable(lines.join('\n'))}\n`
}
