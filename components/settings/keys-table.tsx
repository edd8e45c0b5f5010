import { Status } from '@/components/ui/status'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { Key } from '@/lib/protocol/admin'
import { keyState } from './key-state'
import { RevokeKey } from './revoke-key'

/** `now` in milliseconds: what is expired is decided once for the page. */
export function KeysTable({ keys, now }: { keys: Key[]; now: number }) {
  return (
    <TableScroll label="Keys" className="rounded-1 border border-line bg-surface">
      <Table>
        <THead>
          <tr>
            <Th>Principal</Th>
            <Th>Kind</Th>
            <Th>Key</Th>
            <Th>State</Th>
            <Th>Last used</Th>
            <Th>Expires</Th>
            <Th>
              <span className="sr-only">Revoke</span>
            </Th>
          </tr>
        </THead>
        <tbody>
          {keys.map((key) => {
            const state = keyState(key, now)
            return (
              <Tr key={key.key_id} className="h-11">
                <Td>
                  <span className="block font-medium">{key.name}</span>
                  <span className="block text-ink-3 text-xs">
                    made <Time at={key.created_at} />
                  </span>
                </Td>
                <Td>{key.kind}</Td>
                <Td>
                  <code className="whitespace-nowrap text-xs">{key.prefix}…</code>
                </Td>
                <Td>
                  <Status word={state} />
                </Td>
                <Td className="text-ink-2">{key.last_used_at ? <Time at={key.last_used_at} /> : 'never'}</Td>
                <Td className="text-ink-2">{key.expires_at ? <Time at={key.expires_at} /> : 'never'}</Td>
                <Td className="text-right">{state === 'active' && <RevokeKey item={key} />}</Td>
              </Tr>
            )
          })}
        </tbody>
      </Table>
    </TableScroll>
  )
}
