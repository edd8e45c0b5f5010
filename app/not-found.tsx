import type { Metadata } from 'next'
import { currentCaller } from '@/app/caller'
import { Page, PageTitle } from '@/components/shell/page'
import { ButtonLink } from '@/components/ui/button'

export const metadata: Metadata = { title: 'Not found' }

/** Missing, malformed and foreign addresses get the same answer. */
export default async function NotFound() {
  const caller = await currentCaller()
  return (
    <Page crumbs={[{ label: 'Not found' }]}>
      <PageTitle>Not found</PageTitle>
      <p className="max-w-[60ch] text-ink-2">
        Nothing by this address exists for you. Missing, malformed and foreign addresses get the same answer.
      </p>
      <p className="mt-2 flex flex-wrap gap-x-3 text-ink-2 text-xs">
        <a className="link font-value" href="/problems/not_found">
          not_found
        </a>
        {caller && (
          <span>
            request <span className="font-value">{caller.requestId}</span>
          </span>
        )}
      </p>
      <div className="mt-4">
        <ButtonLink href={caller ? '/artifacts' : '/sign-in'}>{caller ? 'Artifacts' : 'Sign in'}</ButtonLink>
      </div>
    </Page>
  )
}
