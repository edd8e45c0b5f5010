'use client'
import { useEffect } from 'react'
import { PageTitle } from '@/components/shell/page'
import { TopBar } from '@/components/shell/top-bar'
import { Button } from '@/components/ui/button'
import { ProblemNotice } from '@/components/ui/problem-notice'

/**
 * A fault of ours while a page was made. The digest is what the fault is logged under; the message stays on the server.
 */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  useEffect(() => {
    document.title = 'A fault of the service · Holdfast'
  }, [])
  return (
    <>
      <TopBar crumbs={[{ label: 'Fault' }]} />
      <main id="main" className="px-4 py-5 sm:px-7">
        <PageTitle>The page could not be made</PageTitle>
        <ProblemNotice
          problem={{
            code: 'internal',
            detail: error.digest
              ? 'The fault is recorded on the server. Nothing was changed by opening this page.'
              : 'The fault happened in this browser. Nothing was changed by opening this page.',
            ...(error.digest && { request_id: error.digest }),
          }}
          actions={<Button onClick={reset}>Try again</Button>}
        />
      </main>
    </>
  )
}
