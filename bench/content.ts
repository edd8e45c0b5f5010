import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'

const REGIONS = ['eu-west', 'eu-north', 'us-east', 'ap-south']

/** NDJSON of exactly this length, the same in every run: numbers come from a fixed generator (Park and Miller 1988). */
export function records(bytes: number): Buffer {
  let seed = 42
  const next = (n: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % n
  }
  const out = Buffer.alloc(bytes)
  let at = 0
  for (let i = 0; at < bytes; i++) {
    const line = `{"id":${1_000_000 + i},"region":"${REGIONS[next(4)]}","service":"svc-${next(40)}","status":${200 + next(300)},"ms":${next(90_000) / 100},"trace":"${next(1e9).toString(36)}${next(1e9).toString(36)}"}\n`
    // The last line is filled up, so that it ends where the content ends.
    const left = bytes - at - line.length
    at += out.write(left >= 0 && left < 300 ? `{"id":0,"pad":"${'x'.repeat(bytes - at - 17)}"}\n` : line, at, 'latin1')
  }
  return out
}

/** What no format is found in. From a stream cipher's worth of hashes: repeatable, incompressible. */
export function noise(bytes: number): Buffer {
  const out = Buffer.alloc(bytes)
  let block = createHash('sha256').update('noise').digest()
  const tile = Buffer.alloc(1 << 20)
  for (let at = 0; at < tile.length; at += 32) {
    block.copy(tile, at)
    block = createHash('sha256').update(block).digest()
  }
  for (let at = 0; at < bytes; at += tile.length) tile.copy(out, at)
  return out
}

export async function keep(path: string, content: Buffer): Promise<string> {
  await writeFile(path, content)
  return path
}
