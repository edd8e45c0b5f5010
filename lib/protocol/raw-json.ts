/** JSON text that goes into a response exactly as it is: a captured record keeps its digits, escapes and order. */
export class RawJson {
  constructor(readonly text: string) {}
}

/**
 * JSON.stringify, with `RawJson` spliced in. Members that are undefined are left out. The text is only ever added to, never
 * joined: a long member is copied once, at the end, and not at each level above it.
 */
export function renderJson(value: unknown): string {
  if (value instanceof RawJson) return value.text
  if (typeof value !== 'object' || value === null || value instanceof Date) return JSON.stringify(value)
  let text = ''
  if (Array.isArray(value)) {
    for (const v of value) text += `${text && ','}${v === undefined ? 'null' : renderJson(v)}`
    return `[${text}]`
  }
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) text += `${text && ','}${JSON.stringify(name)}:${renderJson(member)}`
  return `{${text}}`
}
