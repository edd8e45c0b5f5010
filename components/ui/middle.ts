/** Shortens an exact value in its middle, where ids differ least to the eye; the whole stays in the title and the clipboard. */
export function middle(text: string, head = 12, tail = 6): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`
}
