/** The fields of one row that is known to be well-formed (RFC 4180 §2), without its terminator. */
export function csvFields(row: string): string[] {
  const fields: string[] = []
  for (let i = 0; i <= row.length; ) {
    if (row[i] !== '"') {
      const comma = row.indexOf(',', i)
      const end = comma < 0 ? row.length : comma
      fields.push(row.slice(i, end))
      i = end + 1
      continue
    }
    let text = ''
    for (let from = i + 1; ; ) {
      const quote = row.indexOf('"', from)
      text += row.slice(from, quote)
      i = quote + 2
      if (row[quote + 1] !== '"') break
      text += '"'
      from = quote + 2
    }
    fields.push(text)
  }
  return fields
}
