'use client'
import { usePathname, useSearchParams } from 'next/navigation'

/** The way to the sign-in page and back to where this person was. */
export function SignInAgain() {
  const [path, query] = [usePathname(), useSearchParams().toString()]
  return (
    <a className="link" href={`/sign-in?to=${encodeURIComponent(query ? `${path}?${query}` : path)}`}>
      Sign in again
    </a>
  )
}
