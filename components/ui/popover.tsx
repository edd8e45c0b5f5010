'use client'
import { Popover as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cx } from './cx'

export const PopoverRoot = Radix.Root
export const PopoverTrigger = Radix.Trigger

export function PopoverContent({
  className,
  label,
  ...rest
}: Omit<ComponentProps<typeof Radix.Content>, 'aria-label'> & { label: string }) {
  return (
    <Radix.Portal>
      <Radix.Content
        aria-label={label}
        align="start"
        sideOffset={4}
        collisionPadding={8}
        className={cx(
          'z-50 w-72 max-w-[calc(100vw-16px)] animate-fade rounded-2 bg-raised p-3 shadow-dialog outline-none',
          className,
        )}
        {...rest}
      />
    </Radix.Portal>
  )
}
