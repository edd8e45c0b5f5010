import type { z } from 'zod'
import { ProblemError } from '@/lib/protocol/problem'
import { CONTENT_BLOCKS_MEDIA_TYPE, type InlineContent } from '@/lib/protocol/publish'
import { contentBlockLines } from '@/lib/records/content-blocks'

/** The exact bytes that inline content stands for. JSON is the slice of the body that was sent, digit for digit. */
export function inlineContent(
  content: z.infer<typeof InlineContent>,
  slices: Map<string, string>,
): { bytes: Buffer; mediaType: string | undefined } {
  if ('text' in content) return { bytes: Buffer.from(content.text), mediaType: 'text/plain' }
  if ('json' in content) return { bytes: Buffer.from(slices.get('/content/json')!), mediaType: 'application/json' }
  if ('base64' in content) return { bytes: fromBase64(content.base64), mediaType: undefined }
  const blocks = content.content_blocks.map((_, i) => slices.get(`/content/content_blocks/${i}`)!)
  return { bytes: Buffer.from(contentBlockLines(blocks)), mediaType: CONTENT_BLOCKS_MEDIA_TYPE }
}

/** RFC 4648 §4, with padding, nothing else: Node's own decoder skips what it does not know. */
function fromBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') === text) return bytes
  throw new ProblemError('invalid_request', '/content/base64: is not base64.', {
    errors: [{ pointer: '/content/base64', detail: 'write standard base64 with padding (RFC 4648 §4)' }],
  })
}
