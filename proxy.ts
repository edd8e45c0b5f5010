import { type NextRequest, NextResponse } from 'next/server'
import { loadConfig } from '@/lib/config'
import { pageHeaders } from '@/lib/http/page-headers'

let baseUrl: string | null = null

/**
 * Headers of pages, whichever way Next is served. Decides nothing about authority. The API is left out by the matcher: it
 * has headers of its own, and a body that passes through here would be buffered and cut.
 */
export function proxy(request: NextRequest): NextResponse {
  // The setting, not the request's own idea of its scheme, which the client may have written.
  baseUrl ??= loadConfig(process.env).baseUrl
  const headers = pageHeaders(request.nextUrl.pathname, process.env.NODE_ENV !== 'production', baseUrl)
  const forwarded = new Headers(request.headers)
  // Next takes the nonce for its own scripts from the policy on the request.
  forwarded.set('Content-Security-Policy', headers['Content-Security-Policy']!)
  const response = NextResponse.next({ request: { headers: forwarded } })
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

export const config = { matcher: ['/((?!api/|_next/static|_next/image|\\.well-known/|schemas/|healthz|readyz).*)'] }
