import { randomBytes } from 'node:crypto'
import { transportHeaders } from '@/lib/transport-headers'

/**
 * Headers of pages. Each has its reason:
 * - the policy: scripts run only with this response's nonce, so that stored content which found its way into a page could
 *   not; no other site is asked for anything, takes a form, or frames a page over which somebody clicks. The API reference
 *   styles itself inline, so its policy, and its alone, allows inline style. In development Next evaluates modules and talks
 *   to itself over a socket.
 * - `nosniff`: what is served as one type is never run as another.
 * - `no-referrer`: an address holds ids, and the page of an invitation or a link is followed by other pages.
 * - `Cross-Origin-Opener-Policy`: a page that opened ours keeps no hold of its window.
 * - `Permissions-Policy`: nothing here needs a camera, a place or a microphone.
 */
export function pageHeaders(
  path: string,
  dev: boolean,
  baseUrl: string,
  nonce: string = randomBytes(16).toString('base64'),
): Record<string, string> {
  const inlineStyle = path === '/reference' || path.startsWith('/reference/')
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${inlineStyle || dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self'${dev ? ' ws: wss:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  return {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    ...transportHeaders(baseUrl),
  }
}
