import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { requireCaller } from '@/app/caller'
import { AskForAccess } from '@/components/access/ask-for-access'
import { ArtifactView } from '@/components/artifact/artifact-view'
import { GoneScreen } from '@/components/artifact/gone-screen'
import { PurposeChoice } from '@/components/artifact/purpose-choice'
import { answerAs } from '@/components/shell/answer-as'
import { Page } from '@/components/shell/page'
import { RefusalPage } from '@/components/shell/refusal'
import type { Crumb } from '@/components/shell/top-bar'
import { middle } from '@/components/ui/middle'
import { describeArtifact } from '@/lib/artifacts/describe'
import type { Caller } from '@/lib/authority/principal'
import { Purpose } from '@/lib/protocol/ids'
import { isProblem, type ProblemError } from '@/lib/protocol/problem'
import type { Description } from '@/lib/protocol/publish'
import { runtime } from '@/lib/runtime'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** From the address alone: a title that described the artifact would be a second disclosure of it. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: middle((await params).id, 12, 4) }
}

export default async function ArtifactPage({ params, searchParams }: Props) {
  const { id } = await params
  const query = await searchParams
  const purpose = Purpose.safeParse(query.purpose).data ?? null
  const caller = await requireCaller(addressOf(id, query))
  const described = await descriptionOf({ ...caller, purpose: purpose ?? caller.purpose }, id)

  if ('artifact' in described) {
    const { tenant_id, run_id } = described.artifact.scope
    return (
      <Page
        tenant={tenant_id}
        crumbs={[
          { label: 'Artifacts', href: '/artifacts' },
          {
            label: middle(run_id, 24, 8),
            href: `/artifacts?run=${encodeURIComponent(run_id)}&tenant=${encodeURIComponent(tenant_id)}`,
            exact: true,
          },
          { label: 'Artifact' },
        ]}
      >
        <ArtifactView description={described} purpose={purpose} />
      </Page>
    )
  }
  answerAs(described.code)
  switch (described.code) {
    case 'not_found':
      return notFound()
    case 'gone':
      return (
        <Page crumbs={CRUMBS}>
          <GoneScreen id={id} />
        </Page>
      )
    case 'purpose_required':
    case 'purpose_denied':
      return (
        <Page crumbs={CRUMBS}>
          <PurposeChoice id={id} refused={described.code === 'purpose_denied' ? described.detail : null} />
        </Page>
      )
    case 'access_revoked':
      return (
        <RefusalPage
          problem={described}
          requestId={caller.requestId}
          crumbs={CRUMBS}
          actions={<AskForAccess artifactId={id} purpose={purpose} />}
        />
      )
    default:
      return <RefusalPage problem={described} requestId={caller.requestId} crumbs={CRUMBS} />
  }
}

const CRUMBS: Crumb[] = [{ label: 'Artifacts', href: '/artifacts' }, { label: 'Artifact' }]

/** One call a page view, because each is a recorded disclosure. A refusal is an answer; any other error is a fault. */
async function descriptionOf(caller: Caller, id: string): Promise<Description | ProblemError> {
  try {
    return await describeArtifact(await runtime(), caller, id)
  } catch (error) {
    if (isProblem(error)) return error
    throw error
  }
}

/** Where to come back to after signing in: this page, with its tab and range. */
function addressOf(id: string, query: Record<string, string | string[] | undefined>): string {
  const kept = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (typeof value === 'string') kept.set(name, value)
  return `/artifacts/${encodeURIComponent(id)}${kept.size > 0 ? `?${kept}` : ''}`
}
