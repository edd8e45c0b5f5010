import { visible } from '@/components/artifact/visible-text'

/** A locator is somebody else's text: hidden characters are shown, and long ones wrap. */
export const LocatorName = ({ name }: { name: string }) => (
  <span className="break-all font-value text-[.92em]">{visible(name)}</span>
)
