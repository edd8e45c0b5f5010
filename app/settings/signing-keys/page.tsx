import type { Metadata } from 'next'
import { Digest } from '@/components/ui/chip'
import { Status } from '@/components/ui/status'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { requireAdmin } from '@/lib/authority/may'
import { adminPage, type SettingsSearch } from '../admin-page'

export const metadata: Metadata = { title: 'Signing keys' }

export default ({ searchParams }: { searchParams: SettingsSearch }) =>
  adminPage(
    { title: 'Signing keys', path: '/settings/signing-keys', search: searchParams },
    async (rt, caller, { tenant }) => {
      requireAdmin(caller, tenant)
      const signer = await rt.keystore.signer()
      return { current: signer.kid, keys: signer.jwks().keys as { kid: string; crv: string; alg: string; x: string }[] }
    },
    ({ current, keys }) => ({
      hint: 'public keys of this service; the private ones never leave its data folder',
      action: null,
      body: (
        <>
          <TableScroll label="Signing keys" className="rounded-1 border border-line bg-surface">
            <Table>
              <THead>
                <tr>
                  <Th>Key id</Th>
                  <Th>State</Th>
                  <Th className="hidden md:table-cell">Algorithm</Th>
                  <Th className="hidden md:table-cell">Public key</Th>
                </tr>
              </THead>
              <tbody>
                {keys.map((key) => (
                  <Tr key={key.kid} className="h-11">
                    <Td>
                      <Digest value={key.kid} what="the key id" />
                      <span className="block md:hidden">
                        <Digest value={key.x} what="the public key" />
                      </span>
                    </Td>
                    <Td>
                      {key.kid === current ? (
                        <Status word="active">signs</Status>
                      ) : (
                        <Status word="revoked">verifies what it signed</Status>
                      )}
                    </Td>
                    <Td className="hidden md:table-cell">
                      {key.alg}, {key.crv}
                    </Td>
                    <Td className="hidden md:table-cell">
                      <Digest value={key.x} what="the public key" />
                    </Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
          </TableScroll>
          <p className="mt-3 max-w-[72ch] text-ink-2">
            They sign descriptors and the checkpoints of the logs. The id is the key’s own thumbprint (RFC 7638), so it
            can be recomputed. Whoever verifies takes the keys from{' '}
            <a className="link" href="/.well-known/jwks.json">
              /.well-known/jwks.json
            </a>{' '}
            once, and keeps them: a key that comes with what it signed proves little.
          </p>
        </>
      ),
    }),
  )
