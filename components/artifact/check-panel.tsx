import type { ReactNode } from 'react'
import { FindingText } from '@/components/ui/finding'
import { Panel } from '@/components/ui/panel'
import { STATUS, StatusBox, type StatusWord } from '@/components/ui/status'

/**
 * One of the three checks: its question, its own verdict, the sentence the service would sign, and the facts behind it.
 * The checks are never combined and never compensate for each other.
 */
export function CheckPanel({
  name,
  question,
  word,
  says,
  sentence,
  children,
}: {
  name: string
  question: string
  word: StatusWord
  /** Replaces the word of the status, never its meaning. */
  says?: string
  sentence: string
  children: ReactNode
}) {
  const id = `check-${name.toLowerCase()}`
  return (
    <Panel tone={STATUS[word].tone} aria-labelledby={id} className="flex flex-col">
      <div className="flex flex-1 flex-col px-4 pt-3 pb-3">
        <div className="flex min-h-6 items-center justify-between gap-3">
          <h2 id={id} className="font-semibold text-ink text-sm">
            {name}
          </h2>
          <StatusBox word={word}>{says}</StatusBox>
        </div>
        <p className="mt-1 text-ink-3 text-xs">{question}</p>
        <FindingText className="mt-1.5">{sentence}</FindingText>
        <div className="mt-3 flex flex-1 flex-col border-line border-t pt-1">{children}</div>
      </div>
    </Panel>
  )
}
