import type { ComponentProps } from 'react'
import { Input } from '@/components/ui/field'

/** A password being chosen, with the bounds that the service has for one. */
export const NewPassword = (props: ComponentProps<typeof Input>) => (
  <Input {...props} name="password" type="password" minLength={12} maxLength={1024} autoComplete="new-password" />
)
