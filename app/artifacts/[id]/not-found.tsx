import { AskForThis } from '@/components/access/ask-for-access'
import { Page } from '@/components/shell/page'
import { ButtonLink } from '@/components/ui/button'
import { Glyph } from '@/components/ui/glyph'

/** The same words for an id that is missing, malformed or somebody else's: which of them it is, nobody learns here. */
export default function ArtifactNotFound() {
  return (
    <Page crumbs={[{ label: 'Artifacts', href: '/artifacts' }, { label: 'Not found' }]}>
      <div className="mx-auto max-w-[60ch] py-16">
        <h1 className="flex items-center gap-2 font-semibold text-xl">
          <Glyph name="none" className="text-neutral-mark" />
          Not found
        </h1>
        <p className="mt-2 text-ink-2">
          No artifact by this id exists for you. A missing id, a malformed one, and one that you have no relation to get
          this same answer.
        </p>
        <p className="mt-2 text-ink-2">
          Check the reference where you found it. If it is right, an admin of the owning tenant can give you access.
        </p>
        <p className="mt-4 flex flex-wrap items-center gap-3">
          <AskForThis />
          <ButtonLink href="/artifacts">Artifacts</ButtonLink>
          <a className="link font-value text-xs" href="/problems/not_found">
            not_found
          </a>
        </p>
      </div>
    </Page>
  )
}
