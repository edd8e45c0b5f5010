import type { LocatorSummary, Run } from '@/lib/protocol/admin'
import { query, request } from './request'

const participants = (runId: string) => `/runs/${encodeURIComponent(runId)}/participants`

export const addParticipant = (tenant: string, runId: string, principalId: string): Promise<Run> =>
  request(participants(runId), { method: 'POST', tenant, body: { principal_id: principalId } })

export const removeParticipant = (tenant: string, runId: string, principalId: string): Promise<Run> =>
  request(`${participants(runId)}/${encodeURIComponent(principalId)}`, { method: 'DELETE', tenant })

/** Names of a run and what they name now. Each look is a recorded disclosure. */
export const fetchLocators = (
  tenant: string,
  run: string,
  o: { signal?: AbortSignal } = {},
): Promise<{ items: LocatorSummary[]; next: string | null }> => request(`/locators${query({ tenant, run })}`, o)
