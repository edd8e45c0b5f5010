import { Readable } from 'node:stream'
import busboy from 'busboy'
import { ProblemError } from '@/lib/protocol/problem'

export type Multipart = {
  manifest: Buffer
  /** The content part, streamed. Throws `upload_incomplete` when the connection or the form ends early. */
  content: AsyncIterable<Uint8Array>
  mediaType: string | undefined
}

const incomplete = () =>
  new ProblemError('upload_incomplete', 'The connection closed, or the form ended, before the content was whole.')
const order = (detail: string) =>
  new ProblemError('invalid_request', detail, { errors: [{ pointer: '', detail: 'send "manifest", then "content"' }] })

/**
 * Reads `multipart/form-data` (RFC 7578) whose parts are `manifest`, whole, and then `content`, as a stream that is never
 * held. Resolves when the content begins. The content ends only when the form has ended and held nothing else.
 */
export function openMultipart(
  source: Readable,
  contentType: string,
  limits: { manifestBytes: number },
): Promise<Multipart> {
  return new Promise((resolve, reject) => {
    let form: busboy.Busboy
    try {
      form = busboy({
        headers: { 'content-type': contentType },
        limits: { fieldSize: limits.manifestBytes, fieldNameSize: 100, headerPairs: 32 },
        highWaterMark: 256 * 1024,
        fileHwm: 256 * 1024,
      })
    } catch {
      throw new ProblemError('unsupported_media_type', 'The multipart body names no usable boundary.')
    }
    let manifest: Promise<Buffer> | null = null
    let begun = false
    let fault: Error | null = null
    const ended = new Promise<void>((done) => form.once('close', done))

    const fail = (error: unknown) => {
      fault ??= error instanceof ProblemError ? error : incomplete()
      reject(fault)
      source.unpipe(form)
      source.resume()
      form.destroy()
    }
    const begin = (content: AsyncIterable<Uint8Array>, mediaType: string | undefined) => {
      begun = true
      manifest!.then((m) => resolve({ manifest: m, content: whole(content), mediaType }), fail)
    }
    async function* whole(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
      try {
        yield* content
        await ended
      } catch (error) {
        throw fault ?? (error instanceof ProblemError ? error : incomplete())
      } finally {
        // Left early, the rest of the form is let go: a stream that nobody reads would hold the connection.
        source.unpipe(form)
        source.resume()
      }
      if (fault) throw fault
    }
    const misplaced = (name: string) =>
      name === 'content' || name === 'manifest'
        ? order(`The part "${name}" is out of order: send one "manifest", then one "content".`)
        : order(`Unknown part "${name}". Send "manifest", then "content".`)

    form.on('file', (name, file, info) => {
      // A part that nobody reads any more still reports the end of the form; unheard, it would end the process.
      file.on('error', () => {})
      if (name === 'manifest' && !manifest) {
        manifest = collect(file, limits.manifestBytes)
        manifest.catch(fail)
      } else if (name === 'content' && manifest && !begun)
        begin(file, info.mimeType === 'application/octet-stream' ? undefined : info.mimeType)
      else {
        file.resume()
        fail(misplaced(name))
      }
    })
    form.on('field', (name, value, info) => {
      // busboy knows few charsets, and gives no value for the others.
      if (typeof value !== 'string') fail(order(`The part "${name}" has a charset that is not known: send UTF-8.`))
      else if (info.valueTruncated)
        fail(
          name === 'content'
            ? new ProblemError(
                'payload_too_large',
                'Content sent as a plain field is limited: give the part a filename.',
              )
            : manifestTooLarge(limits.manifestBytes),
        )
      else if (name === 'manifest' && !manifest) manifest = Promise.resolve(Buffer.from(value))
      else if (name === 'content' && manifest && !begun)
        begin(
          (async function* () {
            yield Buffer.from(value)
          })(),
          undefined,
        )
      else fail(misplaced(name))
    })
    form.on('error', fail)
    form.once('close', () => {
      if (!begun) fail(order(manifest ? 'The part "content" is missing.' : 'The part "manifest" is missing.'))
    })
    source.on('error', fail)
    source.once('close', () => {
      if (!source.readableEnded) fail(incomplete())
    })
    source.pipe(form)
  })
}

const manifestTooLarge = (max: number) =>
  new ProblemError('payload_too_large', `The manifest is longer than ${max} bytes (HOLDFAST_MAX_MANIFEST_BYTES).`)

async function collect(part: Readable, max: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of part as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > max) throw manifestTooLarge(max)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** The request's body as a Node stream: the socket's own where there is one, else the web stream. */
export const bodyStream = (request: Request, incoming: Readable | undefined): Readable =>
  incoming ?? (request.body ? Readable.fromWeb(request.body as never) : Readable.from([]))
