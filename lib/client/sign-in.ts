import { refusal } from './request'

/**
 * Signing in and out through Auth.js, which answers JSON with the address to go to; an `error` in that address is a refusal.
 * The reason is not told apart, by design: a wrong password and an unknown address look alike. Too many attempts are a
 * problem document, thrown as `ApiProblem`.
 */
async function post(action: string, fields: Record<string, string>): Promise<URL> {
  const csrf = (await (await fetch('/api/auth/csrf', { cache: 'no-store' })).json()) as { csrfToken: string }
  const response = await fetch(`/api/auth/${action}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Auth-Return-Redirect': '1' },
    body: new URLSearchParams({ ...fields, csrfToken: csrf.csrfToken }),
    cache: 'no-store',
  })
  if (!response.ok) throw await refusal(response)
  const { url } = (await response.json()) as { url: string }
  return new URL(url, window.location.origin)
}

const accepted = (url: URL): boolean => !url.searchParams.has('error')

/** Spends a one-time link. False: it was used, has expired, or never was one. */
export const signInByLink = async (token: string): Promise<boolean> => accepted(await post('callback/link', { token }))

/** False: the pair is wrong. */
export const signInByPassword = async (email: string, password: string): Promise<boolean> =>
  accepted(await post('callback/password', { email, password }))

export const signOut = async (): Promise<void> => void (await post('signout', {}))

/** Makes an account out of an invitation and signs it in. False: it is not open, or the address has an account already. */
export const signInByInvitation = async (token: string, name: string, password: string): Promise<boolean> =>
  accepted(await post('callback/invitation', { token, name, password }))

/**
 * Goes to the provider, which comes back to `to`; the page is left, so nothing comes after it. False: it could not be
 * asked. `invitation`: the token of one, to make an account with. `connect`: for the account that is signed in here.
 */
export async function goToProvider(to: string, what: { invitation?: string; connect?: '1' } = {}): Promise<boolean> {
  const url = await post('signin/oidc', { callbackUrl: to, ...what })
  if (!accepted(url)) return false
  window.location.assign(url)
  return new Promise(() => {})
}
