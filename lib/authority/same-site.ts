import { ProblemError } from '@/lib/protocol/problem'

const SAFE = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses what another site made a browser send: a cookie comes along whoever asked. `Origin` says who did, else
 * `Sec-Fetch-Site`; an unsafe method with neither is refused, and so is `Origin: null`, which sandboxed and redirected
 * documents send (Fetch standard §3.2; OWASP cross-site request forgery, "verifying origin"). Only the configured base URL
 * counts as this site: headers that name a host are the client's to choose.
 */
export function refuseOtherSites(baseUrl: string, request: Request): void {
  const safe = SAFE.includes(request.method)
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const ours =
    origin !== null ? origin === baseUrl : site !== null ? site === 'same-origin' || (safe && site === 'none') : safe
  if (!ours)
    throw new ProblemError(
      'cross_site_request',
      `A request with a session cookie must come from ${baseUrl}, the address this instance is known by (HOLDFAST_BASE_URL).`,
    )
}
