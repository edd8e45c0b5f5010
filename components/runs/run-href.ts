/** The page of a run. Its id is its tenant's choice, so the address says whose. */
export const runHref = (tenant: string, runId: string): string =>
  `/runs/${encodeURIComponent(runId)}?${new URLSearchParams({ tenant })}`
