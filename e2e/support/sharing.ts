import { expect } from '@playwright/test'
import { form, manifestFor, type World } from '../cases/world'

/** Grants an artifact of the owner's, through the public API. Returns the grant's id. */
export async function share(owner: World, artifact: string, to: object, purposes = ['diagnosis']): Promise<string> {
  const response = await owner.call('POST', '/grants', {
    key: owner.admin,
    json: { artifact_id: artifact, to, purposes, reason: 'joint incident' },
  })
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()).grant_id
}

/** The agent of a world publishes what it derived from an artifact it may read. Returns the derived artifact's id. */
export async function derive(w: World, artifact: string): Promise<string> {
  const manifest = manifestFor(w, {
    inputs: [`artifact:${artifact}`],
    transformation: { name: 'summary', version: '1' },
  })
  const response = await w.call('POST', '/artifacts', { key: w.agent, body: form(manifest, 'a summary\n') })
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()).artifact.artifact_id
}

/** Ends a grant. Returns the revocation's id. */
export async function revokeGrant(owner: World, grant: string, derived: 'block' | 'review' | 'leave'): Promise<string> {
  const response = await owner.call('POST', '/revocations', {
    key: owner.admin,
    json: { scope: 'grant', id: grant, derived, reason: 'the incident is closed' },
  })
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()).revocation_id
}
