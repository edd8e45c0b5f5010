import { ButtonLink } from '@/components/ui/button'
import { IdChip } from '@/components/ui/chip'
import { Glyph } from '@/components/ui/glyph'

/** For somebody who could read the artifact while it existed. Others get "not found". */
export function GoneScreen({ id }: { id: string }) {
  return (
    <div className="mx-auto max-w-[60ch] py-16">
      <h1 className="flex items-center gap-2 font-semibold text-xl">
        <Glyph name="expired" className="text-neutral-mark" />
        No longer available
      </h1>
      <p className="mt-2">
        <IdChip id={id} what="the artifact id" />
      </p>
      <p className="mt-2 text-ink-2">
        This artifact existed and you could read it. It expired or was deleted; its tombstone stays, and none of its
        bytes or metadata is given to you any more. Auditors of its tenant still see the description.
      </p>
      <p className="mt-2 text-ink-2">
        Capture the observation again if the source still has it. That makes a new artifact: it does not stand for this
        one.
      </p>
      <p className="mt-4 flex flex-wrap items-center gap-3">
        <ButtonLink href="/artifacts">Artifacts</ButtonLink>
        <a className="link font-value text-xs" href="/problems/gone">
          gone
        </a>
      </p>
    </div>
  )
}
