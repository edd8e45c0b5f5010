'use client'
import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { Kbd } from './kbd'

export type Choice = { key: string; label: ReactNode; aside?: ReactNode; onSelect: () => void }
export type Choices = { heading: string | null; items: Choice[] }[]

/**
 * A box to type into and, below it, what that text can lead to; arrows move, Enter takes. The caller says what matches: the
 * library's own filter leaves `aria-activedescendant` at an item that it has taken away.
 */
export function CommandList({
  label,
  placeholder,
  text,
  onText,
  choices,
  exact = false,
}: {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  choices: Choices
  /** The text is an exact value, set in its face. */
  exact?: boolean
}) {
  return (
    <Command label={label} loop shouldFilter={false} className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2 border-line border-b px-2.5">
        <Command.Input
          value={text}
          onValueChange={onText}
          placeholder={placeholder}
          className={`h-9 touch:h-11 w-full bg-transparent text-sm touch:text-md outline-none placeholder:font-ui placeholder:text-ink-3 ${exact ? 'font-value' : ''}`}
        />
        <Kbd>Esc</Kbd>
      </div>
      {/* Another list once something is typed, so that its first choice is the chosen one. */}
      <Command.List key={text.trim() === '' ? 'all' : 'sought'} className="max-h-[60dvh] min-h-0 overflow-y-auto p-1.5">
        {choices
          .filter(({ items }) => items.length > 0)
          .map(({ heading, items }) => (
            <Command.Group
              key={heading ?? ''}
              heading={heading ?? undefined}
              className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-0.5 [&_[cmdk-group-heading]]:text-ink-3 [&_[cmdk-group-heading]]:text-xs"
            >
              {items.map(({ key, label, aside, onSelect }) => (
                <Command.Item
                  key={key}
                  value={key}
                  onSelect={onSelect}
                  className="flex min-h-7 touch:min-h-11 cursor-pointer items-center gap-3 rounded-1 px-2 text-sm data-[selected=true]:bg-selected"
                >
                  <span className="shrink-0">{label}</span>
                  {aside && <span className="ml-auto min-w-0 truncate">{aside}</span>}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
      </Command.List>
    </Command>
  )
}

/** Whether the words of a choice hold the text. */
export const holds = (words: string, text: string): boolean => words.toLowerCase().includes(text.trim().toLowerCase())
