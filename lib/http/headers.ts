/**
 * On every answer of the API. Each has its reason:
 * - `no-store`: bytes already handed out cannot be recalled, so no cache may keep them for later.
 * - `nosniff`, the CSP and `sandbox`: stored content is somebody else's; no browser may run it as ours.
 * - `Cross-Origin-Resource-Policy`: another site may not embed what a session cookie would open.
 * - `no-referrer`: an address holds ids.
 */
export const SECURITY_HEADERS: Record<string, string> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
}
