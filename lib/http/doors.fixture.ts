import { unique } from '@/e2e/cases/world'
import { derivation, type Shared } from './shared.fixture'

export type Ask = {
  by?: 'reader' | 'inside' | 'admin'
  path: string
  json?: unknown
  body?: FormData
  headers?: Record<string, string>
}
/**
 * How a reader with a grant comes through a door, and what the same request answers once the grant was revoked.
 * - refused: 403 access_revoked, and nothing of the artifact
 * - nothing: an answer, with nothing of the artifact in it
 * - id only: an answer that has the artifact's id, because it tells what the asker did or was given, and nothing else of it
 */
export type Door = { after: 'refused' | 'nothing' | 'id only'; asks: (s: Shared) => Ask[] }
/** Why a door lets nothing of an artifact through. */
export type Wall = string

export const of = (s: Shared, rest = '') => `/artifacts/${s.marks.id}${rest}`
const read = { selector: { type: 'record_range', start: 0, end: 9 } }
const everyone = (s: Shared, rest: string, more: Partial<Ask> = {}): Ask[] =>
  (['reader', 'inside'] as const).map((by) => ({ by, path: of(s, rest), ...more }))

const OWNER = 'takes an admin or auditor of the owning tenant, whose the artifact is'
const PEOPLE = 'administers people and how they sign in'
const KEYS = 'administers tenants and keys'

export const DOORS: Record<string, Door | Wall> = {
  'POST /artifacts': { after: 'refused', asks: (s) => [{ path: '/artifacts', body: derivation(s, unique('again')) }] },
  'GET /artifacts': {
    after: 'nothing',
    asks: (s) => [
      { path: '/artifacts?shared=true' },
      { path: `/artifacts?shared=true&q=${s.marks.id}` },
      { path: `/artifacts?shared=true&q=${s.marks.hash}` },
      { by: 'inside', path: '/artifacts' },
      { by: 'inside', path: `/artifacts?q=${s.marks.locator}` },
    ],
  },
  'GET /artifacts/count': {
    after: 'nothing',
    asks: () => [{ path: '/artifacts/count?shared=true' }, { by: 'inside', path: '/artifacts/count' }],
  },
  'GET /artifacts/{artifact_id}': {
    after: 'refused',
    asks: (s) => [...everyone(s, ''), { path: `/artifacts/${s.derived}` }],
  },
  'GET /artifacts/{artifact_id}/preview': {
    after: 'refused',
    asks: (s) => [...everyone(s, '/preview'), { path: `/artifacts/${s.derived}/preview` }],
  },
  'GET /artifacts/{artifact_id}/descriptor.jws': { after: 'refused', asks: (s) => everyone(s, '/descriptor.jws') },
  'GET /artifacts/{artifact_id}/disclosures': { after: 'refused', asks: (s) => everyone(s, '/disclosures') },
  'POST /artifacts/{artifact_id}/read': {
    after: 'refused',
    asks: (s) => [
      ...everyone(s, '/read', { json: read }),
      ...everyone(s, '/read', { json: { selector: { type: 'byte_range', start: 0, end: 40 } } }),
      { path: of(s, '/read'), json: { cursor: s.cursor } },
      { path: `/artifacts/${s.derived}/read`, json: { selector: { type: 'record_range', start: 0, end: 1 } } },
    ],
  },
  'POST /artifacts/{artifact_id}/derive': {
    after: 'refused',
    asks: (s) => [
      {
        path: of(s, '/derive'),
        json: { selector: { type: 'query', filter: 'n < 3' }, run_id: s.reader.run, purpose: 'diagnosis' },
      },
    ],
  },
  'GET /artifacts/{artifact_id}/content': {
    after: 'refused',
    asks: (s) => [
      ...everyone(s, '/content'),
      ...everyone(s, '/content', { headers: { Range: 'bytes=0-19' } }),
      { path: of(s, '/content'), headers: { 'If-None-Match': '"nothing"' } },
      { path: `/artifacts/${s.derived}/content` },
    ],
  },
  'POST /artifacts/{artifact_id}/verify': { after: 'refused', asks: (s) => everyone(s, '/verify') },
  'POST /artifacts/{artifact_id}/proof': {
    after: 'refused',
    asks: (s) => everyone(s, '/proof', { json: { chunk: 0 } }),
  },
  'GET /artifacts/{artifact_id}/authority': { after: 'refused', asks: (s) => everyone(s, '/authority') },
  'GET /locators': 'lists names of runs that the asker takes part in or audits; a grant gives neither',
  'GET /locators/history': {
    after: 'refused',
    asks: (s) => [{ by: 'inside', path: `/locators/history?run_id=${s.owner.run}&locator=${s.marks.locator}` }],
  },
  'GET /grants': { after: 'id only', asks: () => [{ by: 'admin', path: '/grants?direction=received' }] },
  'GET /sharing': 'counts what tenants share, by tenant',
  'GET /audit': { after: 'id only', asks: () => [{ path: '/audit' }] },
  'GET /audit/export': { after: 'id only', asks: () => [{ by: 'admin', path: '/audit/export?format=jsonl' }] },
  'GET /audit/{event_id}': 'takes an auditor or admin of the log, in which others only read what they did',
  'GET /audit/{event_id}/proof': 'as the event itself, with hashes of salted entries beside it',
  'GET /audit/checkpoint': 'a size, a root and a signature',
  'GET /audit/consistency': 'hashes of the log',
  'POST /audit/verify': 'what was examined and what differed, by place in the log',
  'GET /access-requests': { after: 'id only', asks: () => [{ path: '/access-requests?box=mine' }] },
  'POST /access-requests': {
    after: 'id only',
    asks: (s) => [
      { path: '/access-requests', json: { artifact_id: s.marks.id, purpose: 'diagnosis', reason: 'to read' } },
    ],
  },
  'POST /access-requests/{request_id}/answer': OWNER,
  'PUT /artifacts/{artifact_id}/restriction': OWNER,
  'DELETE /artifacts/{artifact_id}/restriction': OWNER,
  'GET /artifacts/{artifact_id}/readers': OWNER,
  'POST /grants': OWNER,
  'POST /revocations': OWNER,
  'GET /revocations': OWNER,
  'GET /revocations/{revocation_id}': OWNER,
  'GET /revocations/{revocation_id}/derived': OWNER,
  'DELETE /revocations/{revocation_id}/derived/{artifact_id}': OWNER,
  'POST /runs': 'names a run and its purposes',
  'GET /runs': 'names runs, their purposes and who takes part',
  'GET /runs/{run_id}': 'names a run, its purposes and who takes part',
  'POST /runs/{run_id}/participants': OWNER,
  'DELETE /runs/{run_id}/participants/{principal_id}': OWNER,
  'PUT /schemas/{version}': 'registers what content is validated by',
  'GET /schemas': 'the schemas of the asker’s own tenant',
  'GET /schemas/{version}': 'a schema of the asker’s own tenant',
  'GET /me': 'who the credential is',
  'POST /tenants': KEYS,
  'GET /tenants': KEYS,
  'POST /tenants/{tenant_id}/keys': KEYS,
  'GET /tenants/{tenant_id}/keys': KEYS,
  'DELETE /tenants/{tenant_id}/keys/{key_id}': KEYS,
  'GET /tenants/{tenant_id}/purposes': 'the purposes of a tenant',
  'PUT /tenants/{tenant_id}/purposes': KEYS,
  'GET /limits': 'what the settings allow',
  'POST /tenants/{tenant_id}/users': PEOPLE,
  'GET /tenants/{tenant_id}/users': PEOPLE,
  'POST /sign-in-links': PEOPLE,
  'DELETE /demo': 'removes the demo, by the operator',
  'PUT /tenants/{tenant_id}/users/{user_id}/roles': PEOPLE,
  'DELETE /tenants/{tenant_id}/users/{user_id}': PEOPLE,
  'POST /tenants/{tenant_id}/admin-recovery': PEOPLE,
  'POST /tenants/{tenant_id}/invitations': PEOPLE,
  'GET /tenants/{tenant_id}/invitations': PEOPLE,
  'DELETE /tenants/{tenant_id}/invitations/{invitation_id}': PEOPLE,
  'GET /invitations': PEOPLE,
  'POST /invitations/find': PEOPLE,
  'POST /invitations/accept': PEOPLE,
  'POST /invitations/decline': PEOPLE,
  'GET /sign-in': PEOPLE,
  'GET /me/sign-in': PEOPLE,
}
