import { createHash, createHmac, type Hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Deps } from '@/lib/deps'
import type { Manifest } from '@/lib/protocol/publish'

/** Length before content, so that no two lists of texts give the same bytes. */
function add(hash: Hash, text: string): Hash {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return hash.update(length).update(bytes)
}

/** What a publish is the result of: the same tenant, run, tool call and output can have one result only. */
export const callKey = (tenantId: string, m: Manifest): Buffer =>
  [tenantId, m.run_id, m.tool_call.id, m.output].reduce(add, createHash('sha256')).digest()

export const callIdHash = (toolCallId: string): Buffer => createHash('sha256').update(toolCallId).digest()

/**
 * A keyed commitment to the whole manifest in canonical form (RFC 8785), defaults applied: tells a repeat from a different
 * publish without keeping the arguments, which a plain hash would let somebody guess.
 */
export async function manifestCommitment(rt: Pick<Deps, 'keystore'>, m: Manifest): Promise<Buffer> {
  return createHmac('sha256', await rt.keystore.secret('commitment'))
    .update(canonicalize(m)!)
    .digest()
}

/** Finds a locator by its name without keeping the name. */
export async function locatorIndex(rt: Pick<Deps, 'keystore'>, tenantId: string, name: string): Promise<Buffer> {
  return createHmac('sha256', await rt.keystore.secret('locator-index'))
    .update(JSON.stringify([tenantId, name]))
    .digest()
}
