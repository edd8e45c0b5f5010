import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createWorld, type World } from '../cases/world'
import { SERVERS } from './servers'

const folder = () => process.env.HOLDFAST_TEST_FOLDER!

export const baseOf = (name: keyof typeof SERVERS): string => `http://localhost:${SERVERS[name].port}`
export const dataDirOf = (name: keyof typeof SERVERS): string => join(folder(), name)
export const operatorOf = (name: keyof typeof SERVERS): string =>
  readFileSync(join(dataDirOf(name), 'operator-token'), 'utf8').trim()

/** A tenant of the test's own on a server, made through the public API. */
export const worldOn = (name: keyof typeof SERVERS): Promise<World> => createWorld(baseOf(name), operatorOf(name))

/** Makes a person with these roles in the tenant, and signs them in through the page with their one-time link. */
export async function signIn(page: Page, w: World, roles: string[], tenant = w.tenant): Promise<void> {
  const email = `${tenant}-${roles.join('-')}-${Date.now()}@example.com`
  const made = await w.call('POST', `/tenants/${tenant}/users`, { json: { email, name: 'Test person', roles } })
  const { sign_in_link } = (await made.json()) as { sign_in_link: string }
  await page.goto(sign_in_link)
  await page.getByRole('button', { name: 'Sign in with the link' }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}
