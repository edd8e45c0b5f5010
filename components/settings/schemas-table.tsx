import Link from 'next/link'
import { visible } from '@/components/artifact/visible-text'
import { Digest } from '@/components/ui/chip'
import { bytes } from '@/components/ui/format'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { RegisteredSchema } from '@/lib/protocol/schemas'

const WIDE = 'hidden md:table-cell'

export function SchemasTable({ schemas, path }: { schemas: RegisteredSchema[]; path: string }) {
  return (
    <TableScroll label="Schemas" className="rounded-1 border border-line bg-surface">
      <Table>
        <THead>
          <tr>
            <Th>Version</Th>
            <Th className={WIDE}>Digest</Th>
            <Th numeric className={WIDE}>
              Length
            </Th>
            <Th>Registered</Th>
          </tr>
        </THead>
        <tbody>
          {schemas.map((s) => (
            <Tr key={s.version} className="h-11">
              <Td long>
                <Link
                  className="link font-medium [overflow-wrap:anywhere]"
                  href={`${path}?${new URLSearchParams({ tenant: s.tenant_id, version: s.version })}`}
                >
                  {visible(s.version)}
                </Link>
              </Td>
              <Td className={WIDE}>
                <Digest value={s.digest} />
              </Td>
              <Td numeric className={WIDE}>
                {bytes(s.bytes)}
              </Td>
              <Td className="text-ink-2">
                <Time at={s.registered_at} />
                <span className="block text-ink-3 text-xs [overflow-wrap:anywhere]">
                  by {visible(s.registered_by.name ?? s.registered_by.principal_id)}
                </span>
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  )
}
