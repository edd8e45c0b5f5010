import { ButtonLink } from './button'

/** Keyset paging of server-rendered tables: forward by a link; back is the browser's. */
export function NextPage({
  path,
  query,
  next,
}: {
  path: string
  query: Record<string, string | undefined>
  next: string | null
}) {
  if (next === null) return null
  const pairs = Object.entries({ ...query, after: next }).filter((p): p is [string, string] => p[1] !== undefined)
  return (
    <p className="mt-3 text-right">
      <ButtonLink href={`${path}?${new URLSearchParams(pairs)}`}>Next page</ButtonLink>
    </p>
  )
}
