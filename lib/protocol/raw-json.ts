/** JSON text that goes into a response exactly as it is: a captured record keeps its digits, escapes and order. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** JSON.stringify, with `RawJson` spliced in. Members that are undefined are left out. */
export function renderJson(value: unknown): string {
  if (value instanceof RawJson) return value.text
  if (Array.isArray(value)) return `[${value.map((v) => (v === undefined ? 'null' : renderJson(v))).join(',')}]`
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    const members: string[] = []
    for (const [name, member] of Object.entries(value))
      if (member !== undefined) members.push(`${JSON.stringify(name)}:${renderJson(member)}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value)
}
