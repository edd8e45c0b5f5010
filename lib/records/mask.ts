/**
 * Removes members by name from one JSON text, wherever they occur: names are compared decoded, so that `\u0073ecret` is
 * `secret`, and every one of several equal names goes. What stays is the source text, so numbers and strings come out as
 * they were captured. The text is valid JSON (RFC 8259), which the splitters have made sure of.
 */
export function maskJson(text: string, fields: ReadonlySet<string>): string {
  let at = 0
  const space = () => {
    const from = at
    while (at < text.length && ' \t\n\r'.includes(text[at]!)) at++
    return text.slice(from, at)
  }
  const string = () => {
    const from = at++
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    at++
    return text.slice(from, at)
  }
  const scalar = () => {
    const from = at
    while (at < text.length && !',]} \t\n\r'.includes(text[at]!)) at++
    return text.slice(from, at)
  }
  // A stack of its own: nesting is bounded by the text, not by the engine.
  const stack: { close: string; first: boolean; dropped: boolean }[] = []
  let out = ''
  /** How many enclosing members are left out; nothing is written while any is. */
  let hidden = 0
  const write = (piece: string) => {
    if (hidden === 0) out += piece
  }
  const open = (close: string) => {
    write(text[at++]!)
    stack.push({ close, first: true, dropped: false })
  }
  const value = () => {
    const c = text[at]
    if (c === '{') open('}')
    else if (c === '[') open(']')
    else write(c === '"' ? string() : scalar())
  }

  write(space())
  value()
  while (stack.length > 0) {
    const frame = stack.at(-1)!
    // Behind a member whose value has ended: what was left out ends here too.
    if (frame.dropped) {
      frame.dropped = false
      hidden--
    }
    const before = space()
    if (text[at] === frame.close) {
      write(before + text[at++]!)
      stack.pop()
      continue
    }
    const comma = text[at] === ',' ? text[at++]! : ''
    const between = comma ? space() : ''
    let name = ''
    if (frame.close === '}') {
      name = string()
      const decoded: string = JSON.parse(name)
      name += space() + text[at++]! + space()
      if (fields.has(decoded)) {
        frame.dropped = true
        hidden++
      }
    }
    // The first member that stays has no comma before it, whatever was left out there.
    if (hidden === 0) {
      write(before + (frame.first ? '' : ',') + between + name)
      frame.first = false
    }
    value()
  }
  write(space())
  return out
}
