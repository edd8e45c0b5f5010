'use client'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'

/** A secret that is on this screen and nowhere else: only its hash was kept. */
export function SecretOnce({ secret, what, children }: { secret: string; what: string; children?: React.ReactNode }) {
  return (
    <div className="space-y-3">
      <Notice tone="attention">
        This is the only time {what} is shown. Only its hash was kept: lost, it is replaced, never recovered.
      </Notice>
      <div className="flex flex-wrap items-center gap-2">
        <code
          data-secret
          className="min-w-0 flex-1 select-all break-all rounded-1 border border-line-strong bg-sunken px-2 py-1.5 text-xs"
        >
          {secret}
        </code>
        <CopyButton text={secret} variant="primary">
          Copy
        </CopyButton>
      </div>
      {children}
    </div>
  )
}
