import type { Metadata } from 'next'
import { ApiReference } from '@/components/reference/api-reference'
import { Page } from '@/components/shell/page'

export const metadata: Metadata = { title: 'API reference' }

export default function ReferencePage() {
  return (
    <Page crumbs={[{ label: 'API reference' }]}>
      <div className="-mx-4 -my-5 sm:-mx-7">
        <ApiReference />
      </div>
    </Page>
  )
}
