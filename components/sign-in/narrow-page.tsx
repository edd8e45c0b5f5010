import type { ReactNode } from 'react'
import { Brand } from '@/components/shell/brand'
import { Page, PageTitle } from '@/components/shell/page'

/** A page of one column for whoever comes, signed in or not: what this is, and what to do. */
export function NarrowPage({ title, signedIn, children }: { title: string; signedIn: boolean; children: ReactNode }) {
  if (signedIn)
    return (
      <Page crumbs={[{ label: title }]}>
        <div className="max-w-[480px]">
          <PageTitle>{title}</PageTitle>
          {children}
        </div>
      </Page>
    )
  return (
    <main id="main" className="mx-auto min-h-dvh max-w-[400px] px-4 py-10 sm:py-20">
      <div className="mb-8">
        <Brand />
      </div>
      <h1 className="mb-4 font-semibold text-xl">{title}</h1>
      {children}
    </main>
  )
}
