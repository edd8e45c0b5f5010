import { readFileSync } from 'node:fs'
import type { Answer } from './connection'

const files = new Map<string, Buffer>()
/** The content of a file, read once: what it is compared with must not cost a read. */
export function contentOf(path: string): Buffer {
  let bytes = files.get(path)
  if (!bytes) {
    bytes = readFileSync(path)
    files.set(path, bytes)
  }
  return bytes
}

export const wrong = (answer: Answer, what: string) =>
  new Error(
    `A wrong answer was measured (${what}): ${answer.head.split('\r\n')[0]} ${answer.body.toString().slice(0, 300)}`,
  )
