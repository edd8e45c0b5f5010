import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EXIT } from './exit'
import { Failure, usage } from './failure'
import { Progress } from './progress'
import { send, textOf } from './request'
import type { Target } from './target'

export type Source = { stream: Readable; length: number | null }

/** A file as it is now, or stdin for `-`. What is appended to the file later is not read. */
export async function openSource(path: string, name: string, stdin: Readable): Promise<Source> {
  if (name === '-') return { stream: stdin, length: null }
  try {
    const facts = await stat(path)
    if (facts.isDirectory()) throw usage(`${name} is a folder.`)
    if (!facts.isFile()) return { stream: createReadStream(path, { highWaterMark: 256 * 1024 }), length: null }
    if (facts.size === 0) return { stream: Readable.from([]), length: 0 }
    return { stream: createReadStream(path, { end: facts.size - 1, highWaterMark: 256 * 1024 }), length: facts.size }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw usage(`${name} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

export type Uploaded = { status: number; text: string; contentHash: string; bytes: number }

/**
 * Publishes as `multipart/form-data` (RFC 7578), the manifest first, the content streamed behind it. Also hashes what went
 * out, so that the answer can be held against it.
 */
export async function upload(
  target: Target,
  manifest: string,
  source: Source,
  screen: Progress['screen'],
): Promise<Uploaded> {
  const boundary = `holdfast-${randomBytes(18).toString('base64url')}`
  const part = (disposition: string, type: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`
  // The name of the file stays here: it says something about this machine and nothing about the artifact.
  const head = Buffer.from(
    `${part('name="manifest"', 'application/json')}${manifest}\r\n${part('name="content"; filename="content"', 'application/octet-stream')}`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const hash = createHash('sha256')
  let bytes = 0
  const progress = new Progress(source.length, screen, (chunk) => {
    hash.update(chunk)
    bytes += chunk.length
  })
  const body = new PassThrough({ highWaterMark: 256 * 1024 })
  const length = source.length === null ? null : head.length + source.length + tail.length
  const fed = pipeline(
    source.stream,
    progress,
    async function* (content: AsyncIterable<Buffer>) {
      yield head
      yield* content
      if (source.length !== null && bytes !== source.length) throw shrank(source.length, bytes)
      yield tail
    },
    body,
  ).catch((error: unknown) => {
    // After an answer nobody reads the rest; before one, the error ends the request and is the answer.
    body.destroy(error as Error)
  })
  try {
    const answer = await send(target, {
      method: 'POST',
      path: '/api/v1/artifacts',
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      body: { stream: body, length },
    })
    // An answer before the end of the upload: what was not sent will not be, and the hash will say so.
    if (!body.readableEnded) body.destroy()
    await fed
    return {
      status: answer.statusCode!,
      text: await textOf(answer),
      contentHash: `sha256:${hash.digest('hex')}`,
      bytes,
    }
  } finally {
    progress.clear()
    source.stream.destroy()
  }
}

const shrank = (expected: number, got: number) =>
  new Failure(EXIT.unexpected, {
    title: 'The file became shorter while it was read',
    detail: `${expected} bytes at the start, ${got} at the end. Nothing was published.`,
    code: 'source_changed',
  })
