import { EVENT_ID, RunId } from '@/lib/protocol/ids'

export type Destination = { label: string; detail: string; href: string }

/**
 * Where a pasted text can lead: an id or reference to its artifact, an event's to the log, a digest to the artifacts that have it, anything else to
 * an exact search by tool call or locator, and to the run of that name.
 */
export function destinations(text: string): Destination[] {
  const sought = text.trim()
  if (sought === '') return []
  const id = /^(?:artifact:)?(art_[0-9a-hjkmnp-tv-z]{26})$/.exec(sought)?.[1]
  if (id) return [{ label: 'Open the artifact', detail: id, href: `/artifacts/${id}` }]
  if (EVENT_ID.test(sought))
    return [{ label: 'Open the event in the log', detail: sought, href: `/audit?peek=${sought}` }]
  const hash = /^(?:sha256:)?([0-9a-f]{64})$/i.exec(sought)?.[1]?.toLowerCase()
  if (hash)
    return [
      { label: 'Artifacts with this content hash', detail: `sha256:${hash}`, href: `/artifacts?q=sha256:${hash}` },
    ]
  const found: Destination[] = [
    {
      label: 'Artifacts of this tool call or locator',
      detail: sought,
      href: `/artifacts?q=${encodeURIComponent(sought)}`,
    },
  ]
  if (RunId.safeParse(sought).success)
    found.push(
      { label: 'Open the run', detail: sought, href: `/runs/${encodeURIComponent(sought)}` },
      { label: 'Artifacts of this run', detail: sought, href: `/artifacts?run=${encodeURIComponent(sought)}` },
      { label: 'Locators of this run', detail: sought, href: `/locators?run=${encodeURIComponent(sought)}` },
    )
  return found
}
