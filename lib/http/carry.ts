import type { ServerResponse } from 'node:http'
import type { Leases } from '@/lib/authority/leases'
import { carried, Transport } from '@/lib/authority/transport'

/**
 * Runs a request's work so that its answer holds what it discloses, on a Node response. Every hand-over to the socket asks
 * first, synchronously: an answer that was cut, or a process without a lease, hands over nothing more.
 */
export function carry(leases: Leases, res: ServerResponse, work: () => unknown): void {
  const transport = new Transport(
    () => void res.destroy(),
    (code) => {
      // Next loads the whole page anew when a navigation within the app answers an error.
      if (!res.headersSent && res.req.headers.rsc === undefined) res.statusCode = code
    },
  )
  const write = res.write.bind(res) as (...args: unknown[]) => boolean
  const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse
  const may = (): boolean => {
    if (leases.mayHand(transport)) return true
    transport.cut()
    return false
  }
  res.write = ((...args: unknown[]) => may() && write(...args)) as typeof res.write
  res.end = ((...args: unknown[]) => (may() ? end(...args) : res)) as typeof res.end
  res.once('close', () => transport.end())
  carried(transport, work)
}

/** The same for a web response, where no socket is in reach: each piece asks before it is passed on. */
export async function carryResponse(leases: Leases, work: () => Promise<Response>): Promise<Response> {
  let fail: (error: Error) => void = () => {}
  const transport = new Transport(() => fail(new Error('what this answer discloses was withdrawn')))
  const response = await carried(transport, work)
  if (!response.body || transport.held.size === 0) {
    transport.end()
    return response
  }
  const source = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      fail = (error) => {
        controller.error(error)
        void source.cancel(error).catch(() => {})
      }
      if (transport.isCut) fail(new Error('what this answer discloses was withdrawn'))
    },
    pull: async (controller) => {
      const { done, value } = await source.read()
      if (!leases.mayHand(transport)) return transport.cut()
      if (value) controller.enqueue(value)
      if (!done) return
      controller.close()
      transport.end()
    },
    cancel: (reason) => {
      transport.end()
      return source.cancel(reason)
    },
  })
  return new Response(body, response)
}
