import { createWorld, form, manifestFor, type World } from '@/e2e/cases/world'

/** What a door must not let through of the artifact, by what it is. */
export type Marks = { id: string; hash: string; bytes: string; argument: string; locator: string }

/** An artifact of one tenant, read by a grant: by an agent of another tenant and by one of the same, outside the run. */
export type Shared = {
  owner: World
  reader: World
  /** An agent of the owning tenant that takes no part in the run. */
  inside: string
  marks: Marks
  readerId: string
  insideId: string
  /** What the reader derived from it. */
  derived: string
  /** A cursor of each reader in the middle of a scan. */
  cursor: string
  event: string
}

const PURPOSE = { 'Holdfast-Purpose': 'diagnosis' }

export const derivation = (s: Pick<Shared, 'reader' | 'marks'>, call: string) =>
  form(
    manifestFor(s.reader, {
      tool_call: { id: call, tool: 'sum' },
      inputs: [`artifact:${s.marks.id}`],
      transformation: { name: 'sum', version: '1' },
      completeness: { status: 'unknown' },
      record_format: 'lines',
    }),
    'derived\n',
  )

export async function share(base: string, operator: string): Promise<Shared> {
  const owner = await createWorld(base, operator)
  const reader = await createWorld(base, operator)
  const marks = { id: '', hash: '', bytes: 'QXZJ-bytes', argument: 'QXZJ-argument', locator: 'QXZJ-locator' }
  const records = Array.from({ length: 9 }, (_, i) => `{"n":${i},"mark":"${marks.bytes}"}\n`).join('')
  const { artifact } = await owner.publish(
    manifestFor(owner, {
      tool_call: { id: 'call', tool: 'incident.snapshot', arguments: { query: marks.argument } },
      locator: marks.locator,
      record_format: 'ndjson',
    }),
    records,
  )
  Object.assign(marks, { id: artifact.artifact_id, hash: artifact.content_hash.replace('sha256:', '') })
  const made = await ok(owner, 'POST', `/tenants/${owner.tenant}/keys`, owner.admin, { kind: 'agent', name: 'inside' })
  const readerId = (await ok(reader, 'GET', '/me', reader.agent)).principal_id
  for (const to of [
    { kind: 'principal', principal_id: readerId, tenant_id: reader.tenant },
    { kind: 'tenant', tenant_id: reader.tenant },
    { kind: 'principal', principal_id: made.principal_id },
  ])
    await ok(owner, 'POST', '/grants', owner.admin, {
      artifact_id: marks.id,
      to,
      purposes: ['diagnosis'],
      reason: 'to read',
    })
  const shared = { owner, reader, inside: made.key, insideId: made.principal_id, marks, readerId }
  const child = await reader.call('POST', '/artifacts', {
    key: reader.agent,
    body: derivation(shared, 'first'),
    headers: PURPOSE,
  })
  if (child.status !== 201) throw new Error(`derive: ${child.status} ${await child.text()}`)
  const page = await ok(reader, 'POST', `/artifacts/${marks.id}/read`, reader.agent, {
    selector: { type: 'record_range', start: 0, end: 9 },
    limit: 2,
    purpose: 'diagnosis',
  })
  return {
    ...shared,
    derived: (await child.json()).artifact.artifact_id,
    cursor: page.next_cursor,
    event: page.disclosure_id,
  }
}

/** Which marks an answer holds: plain, in base64 of any alignment, and the hash in base64 as digests write it. */
export function found(of: Marks, text: string): string[] {
  const { hash, ...marks } = of
  const shapes = Object.entries(marks).flatMap(([name, mark]) =>
    [mark, ...[0, 1, 2].map((pad) => inBase64(mark, pad))].map((shape) => [name, shape] as const),
  )
  shapes.push(
    ['hash', hash],
    ['hash', Buffer.from(hash, 'hex').toString('base64')],
    ['hash', inBase64(hash, 0)],
    ['hash', inBase64(hash, 1)],
  )
  const decoded = [
    text,
    ...(text.match(/[A-Za-z0-9_-]{40,}/g) ?? []).map((part) => Buffer.from(part, 'base64url').toString('latin1')),
  ].join('\n')
  return [...new Set(shapes.filter(([, shape]) => decoded.includes(shape)).map(([name]) => name))].sort()
}
/** The middle of a text in base64 when `pad` bytes stand before it, without what its neighbours would change. */
const inBase64 = (text: string, pad: number) =>
  Buffer.from('x'.repeat(pad) + text)
    .toString('base64')
    .slice(pad === 0 ? 0 : 4, -4)

/** Ends all sharing of the artifact, on every server process. */
export async function unshare(s: Shared): Promise<void> {
  const done = await ok(s.owner, 'POST', '/revocations', s.owner.admin, {
    scope: 'artifact',
    id: s.marks.id,
    reason: 'over',
  })
  if (done.drain.state !== 'drained') throw new Error('the revoke has not drained')
}

/** What the fixture looks for in answers; each has some of it. */
type Answer = {
  principal_id: string
  key: string
  grant_id: string
  next_cursor: string
  disclosure_id: string
  drain: { state: string }
}

/** A request that must succeed. */
export async function ok(w: World, method: string, path: string, key: string, json?: unknown): Promise<Answer> {
  const response = await w.call(method, path, { key, json })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}
