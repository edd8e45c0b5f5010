import { randomBytes } from 'node:crypto'

/**
 * Headers of pages. Scripts run only with this response's nonce: stored content that found its way into a page could not
 * run. The API reference styles itself inline, so its policy, and its alone, allows inline style. In development Next
 * evaluates modules and talks to itself over a socket.
 */
export function pageHeaders(
  path: string,
  dev: boolean,
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
  }
}
