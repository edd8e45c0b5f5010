import type { Metadata } from 'next'
import Link from 'next/link'
import { ArtifactAccess } from '@/components/access/artifact-access'
import { PageTitle } from '@/components/shell/page'
import { IdChip } from '@/components/ui/chip'
import { Notice } from '@/components/ui/notice'
import { accessPage, type Search } from '../../one'

export const metadata: Metadata = { title: 'Access to an artifact' }

/** Who can read an artifact, for those who administer access and receive neither its bytes nor its description by that. */
export default async function ArtifactAccessPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>
  searchParams: Search
}) {
  const { id } = await params
  return accessPage(
    { path: `/access/artifacts/${encodeURIComponent(id)}`, label: 'Artifact', tab: 'grants', search: searchParams },
    async ({ tenant, oversees }) => (
      <>
        <PageTitle hint={<IdChip id={id} what="the artifact id" />}>Access to an artifact</PageTitle>
        {oversees ? (
          <>
            <ArtifactAccess tenant={tenant} artifactId={id} described={null} />
            <p className="mt-4 text-ink-2 text-sm">
              What it is and what it holds is given by the rules above, not by the role of admin:{' '}
              <Link className="link" href={`/artifacts/${encodeURIComponent(id)}`}>
                open the artifact
              </Link>
              .
            </p>
          </>
        ) : (
          <Notice glyph="restricted">Who can read what is seen by the admins and auditors of the tenant.</Notice>
        )}
      </>
    ),
  )
}
