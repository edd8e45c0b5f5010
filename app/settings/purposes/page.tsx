import type { Metadata } from 'next'
import { PurposesTable } from '@/components/settings/purposes-table'
import { listPurposes } from '@/lib/authority/purposes'
import { adminPage, type SettingsSearch } from '../admin-page'

export const metadata: Metadata = { title: 'Purposes' }

export default ({ searchParams }: { searchParams: SettingsSearch }) =>
  adminPage(
    { title: 'Purposes', path: '/settings/purposes', search: searchParams },
    (rt, caller, { tenant }) => listPurposes(rt, caller, tenant),
    ({ items }, tenant) => ({
      hint: 'what bytes of this tenant may be read for',
      action: null,
      body: <PurposesTable tenant={tenant} purposes={items} />,
    }),
  )
