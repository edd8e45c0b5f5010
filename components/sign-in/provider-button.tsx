'use client'
import { Button } from '@/components/ui/button'
import { goToProvider } from '@/lib/client/sign-in'
import { Refused, useAttempt } from './attempt'

/** The way to the provider. The page is left: it is the provider that asks for a password, never this instance. */
export function ProviderButton({
  name,
  to,
  invitation,
  variant = 'primary',
}: {
  name: string
  to: string
  invitation?: string
  variant?: 'primary' | 'secondary'
}) {
  const { asking, refused, attempt } = useAttempt()
  return (
    <div className="space-y-3">
      <Refused what={refused} />
      <Button
        variant={variant}
        className="w-full"
        disabled={asking}
        onClick={() =>
          attempt(
            () => goToProvider(to, invitation ? { invitation } : {}),
            `${name} could not be asked. Whoever runs this instance sees why under Settings, Sign-in.`,
            () => {},
          )
        }
      >
        <span className="truncate">Continue with {name}</span>
      </Button>
    </div>
  )
}
