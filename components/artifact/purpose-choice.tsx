'use client'
import { useSearchParams } from 'next/navigation'
import { AskForAccess } from '@/components/access/ask-for-access'
import { useSession } from '@/components/shell/session'
import { ButtonLink } from '@/components/ui/button'
import { IdChip } from '@/components/ui/chip'
import { Notice } from '@/components/ui/notice'

/**
 * Nothing is disclosed without a purpose. Where several are possible the reader names one, and it stays in the address.
 * The list is of the reader's tenants: which of them a run permits is decided when it is asked for.
 */
export function PurposeChoice({ id, refused }: { id: string; refused: string | null }) {
  const { me } = useSession()
  const params = useSearchParams()
  const purposes = [...new Set(me?.tenants.flatMap((t) => t.purposes) ?? [])]
  const href = (purpose: string) => {
    const next = new URLSearchParams(params)
    next.set('purpose', purpose)
    return `/artifacts/${encodeURIComponent(id)}?${next}`
  }
  return (
    <div className="mx-auto max-w-[60ch] py-16">
      <h1 className="font-semibold text-xl">What for?</h1>
      <p className="mt-2">
        <IdChip id={id} what="the artifact id" />
      </p>
      {refused && (
        <Notice tone="blocked" className="mt-3" role="alert">
          <p>{refused} Nothing was disclosed, and the refusal was recorded.</p>
          <div className="mt-2">
            <AskForAccess artifactId={id} purpose={params.get('purpose')} />
          </div>
        </Notice>
      )}
      <p className="mt-3 text-ink-2">
        Every disclosure is for a purpose and is recorded with it. Choose what you are reading this for.
      </p>
      <ul className="mt-4 flex flex-wrap gap-2">
        {purposes.map((purpose) => (
          <li key={purpose}>
            <ButtonLink href={href(purpose)} prefetch={false}>
              <span className="font-value">{purpose}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
