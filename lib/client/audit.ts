import { queryOptions } from '@tanstack/react-query'
import type {
  AuditCheckpoint,
  AuditEntry,
  AuditList,
  AuditListQuery,
  AuditProof,
  AuditVerification,
} from '@/lib/protocol/audit'
import { query, request } from './request'

type Signal = { signal?: AbortSignal }
/** Which log. */
export type LogOf = { tenant?: string; log?: 'instance' }

/** One page of events. The request is itself recorded. */
export const fetchEvents = (q: Partial<AuditListQuery>, o: Signal = {}): Promise<AuditList> =>
  request(`/audit${query(q)}`, o)

const event = (id: string, of: LogOf, part = '') => `/audit/${encodeURIComponent(id)}${part}${query(of)}`
/** With the salt, unless part of the event is withheld. */
export const fetchEvent = (id: string, of: LogOf, o: Signal = {}): Promise<AuditEntry> => request(event(id, of), o)
export const fetchProof = (id: string, of: LogOf): Promise<AuditProof> => request(event(id, of, '/proof'))

export const checkpointQuery = (of: LogOf) =>
  queryOptions({
    queryKey: ['audit', 'checkpoint', of],
    queryFn: ({ signal }): Promise<AuditCheckpoint> => request(`/audit/checkpoint${query(of)}`, { signal }),
  })

export const verifyLog = (of: LogOf): Promise<AuditVerification> =>
  request(`/audit/verify${query(of)}`, { method: 'POST' })

/** Where the browser downloads what matches; the export is recorded before its first byte. */
export const exportHref = (q: Partial<AuditListQuery>, format: 'jsonl' | 'csv'): string =>
  `/api/v1/audit/export${query({ ...q, format })}`

/** The public keys of this service (RFC 7517). */
export async function fetchKeySet(): Promise<{ keys: { kty: string; crv: string; x: string; kid: string }[] }> {
  return (await fetch('/.well-known/jwks.json', { cache: 'no-store' })).json()
}
