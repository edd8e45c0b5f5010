import { BACKSLASH, COMMA, type Kind, kindAt, STRING, skipPlain, skipSpace, skipString, skipValue } from './json-bytes'

/** Calls back for each element of the array that starts with the bracket at `start`, in their order. */
export function eachElement(
  bytes: Buffer,
  start: number,
  end: number,
  element: (kind: Kind, start: number, end: number, escaped: boolean) => void,
): void {
  let i = skipSpace(bytes, start + 1, end)
  if (bytes[i] === 0x5d) return
  while (i < end) {
    const kind = kindAt(bytes, i)
    const escaped = kind === STRING && bytes[skipPlain(bytes, i + 1, end)] === BACKSLASH
    const behind = escaped ? skipString(bytes, i, end) : skipValue(bytes, i, end)
    element(kind, i, behind, escaped)
    i = skipSpace(bytes, behind, end)
    if (bytes[i] !== COMMA) return
    i = skipSpace(bytes, i + 1, end)
  }
}
