'use client'
import { useState } from 'react'
import { Between } from './between'
import { Button } from './button'
import { type Choices, CommandList } from './command-list'
import { Kbd } from './kbd'
import { PopoverContent, PopoverRoot, PopoverTrigger } from './popover'

/** One box: type what is sought and choose what it is, or choose among the words a filter can have. */
export function FilterPicker({
  open,
  onOpenChange,
  text,
  onText,
  placeholder,
  choices,
  onBetween,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  text: string
  onText: (text: string) => void
  placeholder: string
  /** `between` asks for two instants instead. */
  choices: (between: () => void) => Choices
  onBetween?: (from: string | null, to: string | null) => void
}) {
  const [between, setBetween] = useState(false)
  return (
    <PopoverRoot
      open={open}
      onOpenChange={(next) => {
        setBetween(false)
        onOpenChange(next)
      }}
    >
      <PopoverTrigger asChild>
        <Button className="!h-[26px] touch:!h-[42px] text-xs">
          Add filter <Kbd>/</Kbd>
        </Button>
      </PopoverTrigger>
      <PopoverContent label="Add a filter" className="w-80 p-0">
        {between && onBetween ? (
          <Between onApply={onBetween} />
        ) : (
          <CommandList
            label="Filter"
            placeholder={placeholder}
            text={text}
            onText={onText}
            choices={choices(() => setBetween(true))}
          />
        )}
      </PopoverContent>
    </PopoverRoot>
  )
}
