import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Connection } from './connection'
import { contentOf, wrong } from './held'
import type { FileJob, UploadJob, UploadResult } from './jobs'

const open = new Map<number, Connection>()
export async function upload(job: UploadJob): Promise<UploadResult> {
  const content = contentOf(job.content)
  content.write(job.unique, 0, 'latin1')
  const hash = createHash('sha256').update(content).digest('hex')
  let connection = open.get(job.port)
  // A server closes one that has rested for long.
  if (!connection || connection.socket.destroyed) {
    connection = await Connection.open(job.port)
    open.set(job.port, connection)
  }
  const result =
    job.kind === 'holdfast'
      ? await toHoldfast(job, connection, content)
      : await toRegistry(job, connection, content, hash)
  if (result.hash !== hash) throw new Error(`The ${job.kind} server took in other bytes than were sent.`)
  return result
}

async function toHoldfast(job: UploadJob, connection: Connection, content: Buffer): Promise<UploadResult> {
  const boundary = 'holdfast-bench-boundary'
  const part = (disposition: string, type: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`
  const before = `${part('name="manifest"', 'application/json')}${job.manifest}\r\n${part('name="content"; filename="content"', 'application/octet-stream')}`
  const after = `\r\n--${boundary}--\r\n`
  const length = Buffer.byteLength(before) + content.length + after.length
  const head = `POST /api/v1/artifacts HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${job.key}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n`
  const began = performance.now()
  const answer = await connection.send([head + before, content, after])
  const ms = performance.now() - began
  if (answer.status !== 201) throw wrong(answer, `status ${answer.status}`)
  const { artifact } = JSON.parse(answer.body.toString()) as { artifact: { artifact_id: string; content_hash: string } }
  const commit = /\r\nserver-timing:[^\r]*\bcommit;dur=([\d.]+)/i.exec(answer.head)
  return {
    ms,
    commitMs: commit ? Number(commit[1]) : null,
    hash: artifact.content_hash.slice('sha256:'.length),
    location: artifact.artifact_id,
  }
}

/** A blob in one piece: the registry hands out an upload, then takes the bytes with their digest (OCI distribution). */
async function toRegistry(
  job: UploadJob,
  connection: Connection,
  content: Buffer,
  hash: string,
): Promise<UploadResult> {
  const began = performance.now()
  const first = await connection.send([
    `POST /v2/${job.repository}/blobs/uploads/ HTTP/1.1\r\nHost: 127.0.0.1:${job.port}\r\nContent-Length: 0\r\n\r\n`,
  ])
  if (first.status !== 202) throw wrong(first, `status ${first.status}`)
  const location = new URL(/\r\nlocation: *(\S+)/i.exec(first.head)![1]!, `http://127.0.0.1:${job.port}`)
  location.searchParams.set('digest', `sha256:${hash}`)
  const second = await connection.send([
    `PUT ${location.pathname}${location.search} HTTP/1.1\r\nHost: 127.0.0.1:${job.port}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${content.length}\r\n\r\n`,
    content,
  ])
  const ms = performance.now() - began
  if (second.status !== 201) throw wrong(second, `status ${second.status}`)
  const digest = /\r\ndocker-content-digest: *sha256:(\w+)/i.exec(second.head)?.[1] ?? ''
  return { ms, commitMs: null, hash: digest, location: `/v2/${job.repository}/blobs/sha256:${hash}` }
}

export function file(job: FileJob): UploadResult {
  const content = contentOf(job.content)
  content.write(job.unique, 0, 'latin1')
  const path = join(job.folder, job.unique.replace(/\W/g, ''))
  const draft = `${path}.draft`
  const began = performance.now()
  const hash = createHash('sha256').update(content).digest('hex')
  const fd = openSync(draft, 'wx')
  writeSync(fd, content)
  fsyncSync(fd)
  closeSync(fd)
  renameSync(draft, path)
  const ms = performance.now() - began
  const kept = createHash('sha256').update(readFileSync(path)).digest('hex')
  unlinkSync(path)
  if (kept !== hash) throw new Error('The file does not hold what was written.')
  return { ms, commitMs: null, hash, location: path }
}
