/**
 * On which side each hash of an inclusion path stands (RFC 9162 §2.1.3.2), from the leaf up: `left` is hashed before what
 * the leaf has become so far, `right` after it. Null when a path of this length fits no tree of this size. Only numbers,
 * so that Node and a browser walk the same way and hash each with their own.
 */
export function pathSides(index: number, size: number, length: number): ('left' | 'right')[] | null {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return null
  const sides: ('left' | 'right')[] = []
  let position = index
  let last = size - 1
  for (let i = 0; i < length; i++) {
    if (last === 0) return null
    if (position % 2 === 1 || position === last) {
      sides.push('left')
      while (position % 2 === 0 && position !== 0) {
        position = Math.floor(position / 2)
        last = Math.floor(last / 2)
      }
    } else sides.push('right')
    position = Math.floor(position / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? sides : null
}
