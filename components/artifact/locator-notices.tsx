'use client'
import Link from 'next/link'
import { LocatorName } from '@/components/locators/locator-name'
import { IdText } from '@/components/ui/chip'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import { artifactHref, useArtifact } from './artifact-context'
import { locatorHref } from './locator-href'
import { TabLink } from './tab-link'

/** A name that was this artifact's and is no longer: the trap this product exists for, so it stands above everything else. */
export function LocatorNotices() {
  const { description, id, purpose } = useArtifact()
  const moved = description.locators.filter((l) => l.until !== null && l.now_names !== id)
  const first = moved[0]
  if (!first) return null
  return (
    <Notice tone="attention">
      <LocatorName name={first.locator} /> named this artifact until <Time at={first.until!} show="utc" />.{' '}
      {first.now_names && (
        <>
          It now names{' '}
          <Link className="link" href={artifactHref(first.now_names, purpose)} prefetch={false}>
            <IdText id={first.now_names} />
          </Link>
          , a different observation.{' '}
        </>
      )}
      <Link className="link" href={locatorHref(description.artifact.scope, first.locator)} prefetch={false}>
        Locator history
      </Link>
      {moved.length > 1 && (
        <>
          {' '}
          <TabLink tab="locators" className="link">
            {moved.length - 1} more names have moved
          </TabLink>
        </>
      )}
    </Notice>
  )
}
