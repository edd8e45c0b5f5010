'use client'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cx } from './cx'

/** Not modal: what stands behind stays reachable and the page does not jump. */
export const MenuRoot = (props: ComponentProps<typeof Radix.Root>) => <Radix.Root modal={false} {...props} />
export const MenuTrigger = Radix.Trigger

/** In place, not in a portal: it belongs to the landmark that its trigger stands in. */
export const MenuContent = ({ className, ...rest }: ComponentProps<typeof Radix.Content>) => (
  <Radix.Content
    align="end"
    sideOffset={4}
    collisionPadding={8}
    className={cx(
      'z-50 min-w-44 max-w-[calc(100vw-16px)] animate-fade rounded-2 bg-raised p-1 shadow-dialog outline-none',
      className,
    )}
    {...rest}
  />
)

const ITEM =
  'flex min-h-7 touch:min-h-11 cursor-pointer select-none items-center gap-2 rounded-1 px-2.5 text-sm outline-none data-[highlighted]:bg-hover data-[disabled]:text-ink-3'

export const MenuItem = ({ className, ...rest }: ComponentProps<typeof Radix.Item>) => (
  <Radix.Item className={cx(ITEM, className)} {...rest} />
)
export const MenuRadioGroup = Radix.RadioGroup
export const MenuRadioItem = ({ className, children, ...rest }: ComponentProps<typeof Radix.RadioItem>) => (
  <Radix.RadioItem className={cx(ITEM, 'relative pl-7 data-[state=checked]:font-semibold', className)} {...rest}>
    <Radix.ItemIndicator className="absolute left-2.5">✓</Radix.ItemIndicator>
    {children}
  </Radix.RadioItem>
)
export const MenuLabel = ({ className, ...rest }: ComponentProps<typeof Radix.Label>) => (
  <Radix.Label className={cx('px-2.5 pt-1.5 pb-0.5 text-xs text-ink-3', className)} {...rest} />
)
export const MenuSeparator = () => <Radix.Separator className="my-1 h-px bg-line" />
