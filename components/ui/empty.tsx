import type { ReactNode } from 'react'
import { Glyph, type GlyphName } from './glyph'

const KIND: Record<'none exist' | 'none match' | 'not permitted', GlyphName> = {
  'none exist': 'none',
  'none match': 'unknown',
  'not permitted': 'restricted',
}

/** An empty place says which of three it is: none exist, none match, or not permitted (only where existence may be known). */
export function Empty({
  kind,
  title,
  children,
  actions,
}: {
  kind: keyof typeof KIND
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="mx-auto flex max-w-[56ch] flex-col items-center gap-2 px-4 py-10 text-center" data-empty={kind}>
      <p className="flex items-center gap-2 font-medium text-ink">
        <Glyph name={KIND[kind]} className="text-neutral-mark" />
        {title}
      </p>
      {children && <div className="text-sm text-ink-2">{children}</div>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
