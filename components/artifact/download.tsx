'use client'
import { useMutation } from '@tanstack/react-query'
import { Button, buttonClass } from '@/components/ui/button'
import { bytes as size } from '@/components/ui/format'
import { useArtifact } from './artifact-context'
import { problemOf } from './request'

/** Beyond this a page would have to hold the whole in memory; the command line streams it. */
const MAX_HELD = 256 * 2 ** 20

/**
 * The whole content, as an attachment. A link names no purpose, so where the address of this page names one, the page
 * asks with the header and hands the bytes over itself.
 */
export function Download() {
  const { description, id, api, purpose } = useArtifact()
  const name = id
  const fetchWhole = useMutation({
    mutationFn: async () => {
      const response = await fetch(`${api}/content`, {
        cache: 'no-store',
        headers: { 'Holdfast-Purpose': purpose ?? '' },
      })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      const url = URL.createObjectURL(await response.blob())
      const link = Object.assign(document.createElement('a'), { href: url, download: name })
      link.click()
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    },
  })
  if (purpose === null)
    return (
      <a className={buttonClass()} href={`${api}/content`} download={name}>
        Download
      </a>
    )
  const length = description.bytes ?? 0
  const tooLarge = length > MAX_HELD
  return (
    <Button
      onClick={() => fetchWhole.mutate()}
      disabled={fetchWhole.isPending || tooLarge}
      title={tooLarge ? 'Too large for a page with a named purpose: use the command line.' : undefined}
    >
      {problemOf(fetchWhole.error)
        ? 'Refused. Download again'
        : fetchWhole.isPending
          ? `Downloading ${size(length)}`
          : 'Download'}
    </Button>
  )
}
