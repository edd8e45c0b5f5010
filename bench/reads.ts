import type { Generator } from './generator'
import type { ReadJob, ReadResult, Shape } from './jobs'
import { median } from './statistics'

/** Something that serves the same content in ranges. */
export type Target = {
  name: 'content' | 'granted' | 'read' | 'nginx' | 'registry'
  port: number
  shape: Shape
  /** The request for bytes [start, end) of a content, as it goes over the wire. */
  request: (content: Served, start: number, end: number) => string
}

/** One content, and under which name each server has it. */
export type Served = { path: string; bytes: number; artifact: string; file: string; blob: string }

export type ReadWork = { name: string; size: number; connections: number; content: Served }

const http = (lines: string[], body = '') => `${lines.join('\r\n')}\r\n\r\n${body}`
const range = (start: number, end: number) => `Range: bytes=${start}-${end - 1}`

export const contentTarget = (port: number, key: string, name: 'content' | 'granted' = 'content'): Target => ({
  name,
  port,
  shape: 'bytes',
  request: (c, start, end) =>
    http([
      `GET /api/v1/artifacts/${c.artifact}/content HTTP/1.1`,
      'Host: 127.0.0.1',
      `Authorization: Bearer ${key}`,
      range(start, end),
    ]),
})

export const readTarget = (port: number, key: string): Target => ({
  name: 'read',
  port,
  shape: 'read',
  request: (c, start, end) => {
    const body = JSON.stringify({
      selector: { type: 'byte_range', start, end },
      max_bytes: Math.max(end - start, 65_536),
    })
    return http(
      [
        `POST /api/v1/artifacts/${c.artifact}/read HTTP/1.1`,
        'Host: 127.0.0.1',
        `Authorization: Bearer ${key}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ],
      body,
    )
  },
})

export const nginxTarget = (port: number): Target => ({
  name: 'nginx',
  port,
  shape: 'bytes',
  request: (c, start, end) => http([`GET /${c.file} HTTP/1.1`, 'Host: 127.0.0.1', range(start, end)]),
})

export const registryTarget = (port: number): Target => ({
  name: 'registry',
  port,
  shape: 'bytes',
  request: (c, start, end) => http([`GET ${c.blob} HTTP/1.1`, `Host: 127.0.0.1:${port}`, range(start, end)]),
})

/** The same places for every server, anywhere in the content: not on chunk boundaries, as nobody asks for those. */
function places(work: ReadWork, count: number): number[] {
  let seed = 7
  return Array.from({ length: count }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % (work.content.bytes - work.size)
  })
}

export const jobOf = (work: ReadWork, target: Target, ms: number): ReadJob => ({
  job: 'read',
  port: target.port,
  connections: work.connections,
  ms,
  content: work.content.path,
  shape: target.shape,
  requests: places(work, 256).map((start) => ({
    text: target.request(work.content, start, start + work.size),
    start,
    end: start + work.size,
  })),
})

export type ReadMedians = { perSecond: number; bytesPerSecond: number; p50: number; p99: number; rounds: ReadResult[] }

export function medians(rounds: ReadResult[]): ReadMedians {
  const of = (pick: (r: ReadResult) => number) => median(rounds.map(pick))
  return {
    perSecond: of((r) => r.perSecond),
    bytesPerSecond: of((r) => r.bytesPerSecond),
    p50: of((r) => r.p50),
    p99: of((r) => r.p99),
    rounds,
  }
}

/** Runs each server once before it counts: connections, caches, and the compiler of the one that is JavaScript. */
export async function warmUp(generator: Generator, work: ReadWork, targets: Target[], ms: number): Promise<void> {
  for (const target of targets) await generator.run(jobOf(work, target, ms))
}
