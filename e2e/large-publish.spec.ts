import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { manifestFor, type World } from './cases/world'
import { dataDirOf, worldOn } from './support/instance'

const MIB = 2 ** 20

/** Resident memory of the server's process in bytes, as the kernel counts it. */
function residentBytes(): number {
  const { pid } = JSON.parse(readFileSync(join(dataDirOf('app'), 'server.json'), 'utf8')) as { pid: number }
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
}

/** Streams so many MiB of lines as one multipart publish. */
function publish(w: World, mib: number): Promise<{ status: number; text: string }> {
  const line = Buffer.from(`${'x'.repeat(1023)}\n`)
  const piece = Buffer.concat(Array.from({ length: 1024 }, () => line))
  const manifest = JSON.stringify(manifestFor(w, { record_format: 'lines' }))
  return new Promise((resolve, reject) => {
    const upload = request(
      `${w.base}/api/v1/artifacts`,
      {
        method: 'POST',
        headers: { Authorization: `Bearer ${w.capture}`, 'Content-Type': 'multipart/form-data; boundary=b' },
      },
      (response) => {
        let text = ''
        response.on('data', (d) => {
          text += d
        })
        response.on('end', () => resolve({ status: response.statusCode!, text }))
      },
    )
    upload.on('error', reject)
    upload.write(`--b\r\nContent-Disposition: form-data; name="manifest"\r\n\r\n${manifest}\r\n`)
    upload.write('--b\r\nContent-Disposition: form-data; name="content"; filename="c"\r\n\r\n')
    const send = async () => {
      for (let i = 0; i < mib; i++) if (!upload.write(piece)) await new Promise((go) => upload.once('drain', go))
      upload.end('\r\n--b--\r\n')
    }
    send().catch(reject)
  })
}

test('a publish of 1 GiB adds at most 64 MiB to the server', async () => {
  test.setTimeout(180_000)
  const w = await worldOn('app')
  // The first one brings the code and the buffers that any publish needs.
  expect((await publish(w, 64)).status).toBe(201)
  const before = residentBytes()
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentBytes())
  }, 50)
  const { status, text } = await publish(w, 1024).finally(() => clearInterval(sampling))
  expect(status, text).toBe(201)
  expect(JSON.parse(text).artifact.completeness.records).toBe(1024 * 1024)
  expect((peak - before) / MIB).toBeLessThan(64)
})
