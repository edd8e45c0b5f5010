/** Half-open. */
export type ByteRange = { start: number; end: number }

/**
 * RFC 9110 §14.2, one range of bytes: `bytes=0-499`, `bytes=500-`, `bytes=-500`. What is not that (another unit, several
 * ranges, nonsense) is ignored and the whole is served, as the RFC allows; a range beyond the end is unsatisfiable.
 */
export function parseRange(header: string | null, total: number): ByteRange | 'whole' | 'unsatisfiable' {
  const found = header === null ? null : /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim().replace(/\s/g, ''))
  if (!found || (found[1] === '' && found[2] === '')) return 'whole'
  const [, first, last] = found
  if (first === '') {
    const length = Number(last)
    return length === 0 || total === 0 ? 'unsatisfiable' : { start: Math.max(0, total - length), end: total }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= total) return 'unsatisfiable'
  return { start, end: last === '' ? total : Math.min(total, Number(last) + 1) }
}
