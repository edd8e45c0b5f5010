import { z } from 'zod'
import { publishStream } from '@/lib/artifacts/publish'
import { parseJson, readBody } from '@/lib/http/body'
import { inlineContent } from '@/lib/http/inline-content'
import { bodyStream, openMultipart } from '@/lib/http/multipart'
import { published } from '@/lib/http/published'
import { type Call, type Reply, route } from '@/lib/http/route'
import { parseWith } from '@/lib/http/validate'
import { ProblemError } from '@/lib/protocol/problem'
import { Manifest, PublishRequest, PublishResponse } from '@/lib/protocol/publish'

const PublishForm = z
  .object({
    manifest: Manifest,
    content: z.string().meta({ format: 'binary', description: 'The exact bytes, streamed. Give the part a filename.' }),
  })
  .meta({ id: 'PublishForm', description: 'The part `manifest` comes first, then `content`, then nothing.' })

const PIECE = 256 * 1024

export const publishRoute = route({
  method: 'POST',
  path: '/artifacts',
  operationId: 'publishArtifact',
  tag: 'Artifacts',
  summary: 'Publish a tool result',
  description:
    'One pass over the content: counted, hashed, encrypted, made durable; then one transaction, then the reference exists. Repeating a publish returns the same artifact; other bytes for the same call are refused.',
  credential: 'now',
  scope: 'publish',
  alsoTakes: { 'multipart/form-data': PublishForm, 'application/json': PublishRequest },
  replies: {
    201: { description: 'Published.', schema: PublishResponse, headers: { Location: 'The artifact.' } },
    200: { description: 'This call and output had this very result already.', schema: PublishResponse },
  },
  problems: [
    'invalid_json',
    'invalid_request',
    'unsupported_media_type',
    'payload_too_large',
    'upload_incomplete',
    'forbidden',
    'not_found',
    'purpose_required',
    'purpose_denied',
    'call_conflict',
    'gone',
    'content_mismatch',
    'format_invalid',
    'integrity_failed',
    'storage_full',
  ],
  handle: async (call) => {
    const type = call.request.headers.get('content-type') ?? ''
    if (/^multipart\/form-data\s*;/i.test(type)) return publishForm(call, type)
    if (/^application\/json\s*(;|$)/i.test(type)) return publishJson(call)
    throw new ProblemError(
      'unsupported_media_type',
      `Send multipart/form-data (parts "manifest" and "content") or application/json; this body says "${type}".`,
    )
  },
})

async function publishForm({ rt, caller, request, incoming }: Call<unknown, unknown>, type: string): Promise<Reply> {
  const { manifestBytes, manifestDepth, manifestFields } = rt.config.limits
  const form = await openMultipart(bodyStream(request, incoming), type, { manifestBytes })
  const { value } = parseJson(form.manifest, { depth: manifestDepth, fields: manifestFields }, {}, '/manifest')
  const manifest = parseWith(Manifest, value, '/manifest')
  const announced = Number(request.headers.get('content-length') ?? 0)
  const result = await publishStream(rt, caller, {
    manifest,
    content: form.content,
    contentMediaType: form.mediaType,
    sizeHint: Number.isSafeInteger(announced) ? announced : undefined,
  })
  return published(result)
}

async function publishJson({ rt, caller, request, incoming }: Call<unknown, unknown>): Promise<Reply> {
  const { inlineBytes, manifestDepth, manifestFields } = rt.config.limits
  const body = await readBody(
    request,
    incoming,
    inlineBytes,
    'HOLDFAST_MAX_INLINE_BYTES; send larger results as multipart',
  )
  const parsed = parseJson(
    body,
    { depth: manifestDepth, fields: manifestFields },
    {
      raw: ['/content/json'],
      rawEach: ['/content/content_blocks'],
    },
  )
  const { manifest, content } = parseWith(PublishRequest, parsed.value)
  const { bytes, mediaType } = inlineContent(content, parsed.slices)
  return published(
    await publishStream(rt, caller, {
      manifest,
      content: pieces(bytes),
      contentMediaType: mediaType,
      sizeHint: bytes.length,
    }),
  )
}

/** In one piece, the splitting of megabytes would keep every other request waiting. */
async function* pieces(bytes: Buffer): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
