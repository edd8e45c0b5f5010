import { ScrollText } from '@/components/artifact/scroll-text'
import { CopyButton } from '@/components/ui/copy-button'
import type { AuditItem } from '@/lib/protocol/audit'

/** The event as the log commits to it, and what of it is withheld from this reader. */
export function EventJson({ item, className }: { item: AuditItem; className?: string }) {
  const text = JSON.stringify(item.event, null, 2)
  return (
    <div className={className}>
      <div className="mb-1 flex items-center justify-between gap-2">
        <span className="text-ink-3 text-xs">
          {item.withheld.length === 0
            ? 'The event as it is logged'
            : `The event without ${item.withheld.join(', ')}, which an auditor sees`}
        </span>
        <CopyButton size="small" text={text}>
          Copy JSON
        </CopyButton>
      </div>
      <ScrollText label="Event JSON" className="max-h-80 rounded-1 border border-line bg-sunken">
        {text}
      </ScrollText>
    </div>
  )
}
