'use client'
import { usePathname, useRouter } from 'next/navigation'

/** Pages with a policy and styles of their own: entered and left by a full load. */
const ALONE = ['/reference']
const standsAlone = (path: string) => ALONE.some((p) => path === p || path.startsWith(`${p}/`))

/** Whether the way from this page to `href` needs a full load. */
export function useFullLoad(): (href: string) => boolean {
  const here = standsAlone(usePathname())
  return (href) => here || standsAlone(href.split('?', 1)[0]!)
}

/** Goes to an address of ours, the way it has to be gone to. */
export function useGo(): (href: string) => void {
  const router = useRouter()
  const full = useFullLoad()
  return (href) => (full(href) ? window.location.assign(href) : router.push(href))
}
