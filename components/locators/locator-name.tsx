import { visible } from '@/components/artifact/visible-text'
import { middle } from '@/components/ui/middle'

/** A locator is somebody else's text of up to 4 KiB: hidden characters are shown, and a long one keeps its two ends. */
export const LocatorName = ({ name }: { name: string }) => (
  <span title={visible(name)} className="break-all font-value text-[.92em]">
    {middle(visible(name), 70, 50)}
  </span>
)
