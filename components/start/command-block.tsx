'use client'
import { CopyMark } from '@/components/ui/copy-button'

/** Something to paste into a terminal: whole lines, never wrapped in a way that would change them. */
export function CommandBlock({ text, what }: { text: string; what: string }) {
  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus (WCAG 2.1.1) */}
      <pre tabIndex={0} className="overflow-x-auto rounded-1 border border-line bg-sunken py-2 pr-9 pl-3 text-xs">
        {text}
      </pre>
      <CopyMark text={text} what={what} className="absolute top-1.5 right-1.5 bg-sunken" />
    </div>
  )
}
