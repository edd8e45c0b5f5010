import type { Metadata } from 'next'
import { ApiReference } from '@/components/reference/api-reference'
import { Page } from '@/components/shell/page'

export const metadata: Metadata = { title: 'API reference' }

export default function ReferencePage() {
  return (
    <Page crumbs={[{ label: 'API reference' }]} className="p-0 sm:p-0">
      <ApiReference />
    </Page>
  )
}
