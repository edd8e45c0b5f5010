import { cx } from '@/components/ui/cx'
import { Status } from '@/components/ui/status'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { Key } from '@/lib/protocol/admin'
import { keyState } from './key-state'
import { RevokeKey } from './revoke-key'

/** Columns that go below the name where the table is narrow. */
const WIDE = 'hidden md:table-cell'

/** `now` in milliseconds: what is expired is decided once for the page. `people`: names of members by their id. */
export function KeysTable({ keys, now, people }: { keys: Key[]; now: number; people: ReadonlyMap<string, string> }) {
  return (
    <TableScroll label="Keys" className="rounded-1 border border-line bg-surface">
      <Table>
        <THead>
          <tr>
            <Th>Principal</Th>
            <Th className={WIDE}>Kind</Th>
            <Th className={WIDE}>Key</Th>
            <Th className={WIDE}>May</Th>
            <Th>State</Th>
            <Th className={WIDE}>Last used</Th>
            <Th className={WIDE}>Expires</Th>
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
                <Td long>
                  <span className="block font-medium">{key.name}</span>
                  <span className="block text-ink-3 text-xs">
                    made <Time at={key.created_at} />
                  </span>
                  <span className="block text-ink-3 text-xs md:hidden">
                    {key.kind}, <code className="break-all">{key.prefix}…</code>
                    <br />
                    {narrowing(key, people)}
                    <br />
                    used {key.last_used_at ? <Time at={key.last_used_at} /> : 'never'}, expires{' '}
                    {key.expires_at ? <Time at={key.expires_at} /> : 'never'}
                  </span>
                </Td>
                <Td className={WIDE}>{key.kind}</Td>
                <Td className={WIDE}>
                  <code className="whitespace-nowrap text-xs">{key.prefix}…</code>
                </Td>
                <Td className={cx(WIDE, 'text-ink-2')}>{narrowing(key, people)}</Td>
                <Td>
                  <Status word={state} />
                </Td>
                <Td className={cx(WIDE, 'text-ink-2')}>
                  {key.last_used_at ? <Time at={key.last_used_at} /> : 'never'}
                </Td>
                <Td className={cx(WIDE, 'text-ink-2')}>{key.expires_at ? <Time at={key.expires_at} /> : 'never'}</Td>
                <Td className="text-right">{state === 'active' && <RevokeKey item={key} />}</Td>
              </Tr>
            )
          })}
        </tbody>
      </Table>
    </TableScroll>
  )
}

/** What the key is narrowed to, and the person it is bound to: it may what both may. */
function narrowing(key: Key, people: ReadonlyMap<string, string>): string {
  const scopes = key.scopes ? key.scopes.join(', ') : 'all of its kind'
  return key.user_id === null ? scopes : `${scopes}; with ${people.get(key.user_id) ?? key.user_id}`
}
