import type { ArtifactRef } from '@/lib/protocol/artifact-ref'

/** The history of one locator. A name belongs to a run, and a run to a tenant. */
export const locatorHref = (scope: ArtifactRef['scope'], locator: string): string =>
  `/locators/history?${new URLSearchParams({ tenant: scope.tenant_id, run_id: scope.run_id, locator })}`
