/**
 * Content blocks under `application/vnd.holdfast.content-blocks.v1+ndjson`: one block a line, as it was sent but for the
 * white space between its tokens, which could hold a line feed. Digits, escapes, order and duplicates stay.
 */
export const contentBlockLines = (blocks: readonly string[]): string => blocks.map((b) => `${compact(b)}\n`).join('')

/** Without the white space outside of strings. */
function compact(json: string): string {
  let text = ''
  let from = 0
  let inString = false
  for (let i = 0; i < json.length; i++) {
    const c = json[i]
    if (inString && c === '\\') i++
    else if (c === '"') inString = !inString
    else if (!inString && (c === ' ' || c === '\n' || c === '\r' || c === '\t')) {
      text += json.slice(from, i)
      from = i + 1
    }
  }
  return text + json.slice(from)
}
