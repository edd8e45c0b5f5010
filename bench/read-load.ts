import { type Answer, Connection } from './connection'
import { contentOf, wrong } from './held'
import type { RangeRequest, ReadJob, ReadResult, Shape } from './jobs'

/** Every body is compared with the bytes it should be, inside the measured time: the same work for all servers. */
function check(answer: Answer, shape: Shape, request: RangeRequest, content: Buffer): void {
  const expected = content.subarray(request.start, request.end)
  if (answer.status !== 206 && answer.status !== 200) throw wrong(answer, `status ${answer.status}`)
  let body = answer.body
  if (shape === 'read') {
    const page = JSON.parse(body.toString()) as {
      bytes: { text?: string; base64?: string; start: number; end: number }
      integrity: { verified: boolean }
    }
    if (!page.integrity.verified) throw wrong(answer, 'not verified')
    body = page.bytes.text === undefined ? Buffer.from(page.bytes.base64!, 'base64') : Buffer.from(page.bytes.text)
  }
  if (!body.equals(expected)) throw wrong(answer, `${body.length} bytes that are not the ${expected.length} expected`)
}

export async function read(job: ReadJob): Promise<ReadResult> {
  const content = contentOf(job.content)
  const connections = await Promise.all(Array.from({ length: job.connections }, () => Connection.open(job.port)))
  const latencies: number[] = []
  let bytes = 0
  const began = performance.now()
  const until = began + job.ms
  try {
    await Promise.all(
      connections.map(async (connection, n) => {
        // Connections start at different requests, so that they do not ask for the same range at once.
        for (let i = n * 7; ; i++) {
          const request = job.requests[i % job.requests.length]!
          const sent = performance.now()
          if (sent >= until) return
          check(await connection.send([request.text]), job.shape, request, content)
          latencies.push(performance.now() - sent)
          bytes += request.end - request.start
        }
      }),
    )
  } finally {
    for (const connection of connections) connection.close()
  }
  const seconds = (performance.now() - began) / 1000
  latencies.sort((a, b) => a - b)
  const at = (q: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * q))]!
  return {
    perSecond: latencies.length / seconds,
    bytesPerSecond: bytes / seconds,
    p50: at(0.5),
    p99: at(0.99),
    count: latencies.length,
  }
}
