import type { Metadata } from 'next'
import { RegisterSchema } from '@/components/settings/register-schema'
import { SchemaDocument } from '@/components/settings/schema-document'
import { SchemasTable } from '@/components/settings/schemas-table'
import { isAdminOf } from '@/components/shell/tenant'
import { Empty } from '@/components/ui/empty'
import { NextPage } from '@/components/ui/next-page'
import type { Caller } from '@/lib/authority/principal'
import type { Deps } from '@/lib/deps'
import { getSchema, listSchemas } from '@/lib/schemas/find'
import { type AdminQuery, adminPage, type SettingsSearch } from '../admin-page'

export const metadata: Metadata = { title: 'Schemas' }
const PATH = '/settings/schemas'

async function list(rt: Deps, caller: Caller, { tenant, version, after }: AdminQuery) {
  const administers = caller.kind === 'user' && isAdminOf(caller, tenant)
  if (version !== undefined) return { administers, one: await getSchema(rt, caller, { tenant, version }) }
  return { administers, page: await listSchemas(rt, caller, { tenant, limit: 50, ...(after && { after }) }) }
}

export default ({ searchParams }: { searchParams: SettingsSearch }) =>
  adminPage({ title: 'Schemas', path: PATH, search: searchParams }, list, ({ administers, one, page }, tenant) => ({
    hint: 'what records of a version look like; registered once and for good',
    action: administers && <RegisterSchema tenant={tenant} />,
    body: one ? (
      <SchemaDocument schema={one} list={`${PATH}?${new URLSearchParams({ tenant })}`} />
    ) : page && page.items.length > 0 ? (
      <>
        <SchemasTable schemas={page.items} path={PATH} />
        <NextPage path={PATH} query={{ tenant }} next={page.next} />
      </>
    ) : (
      <Empty kind="none exist" title="None exist">
        What is published under a registered schema version is validated by it, and its csv is typed.
      </Empty>
    ),
  }))
