/**
 * The third origin, beside the two of `Origin`: what the service made up itself, such as an id or its own clock. Neither
 * somebody's word nor a check. Drawn as the interval brackets of the service's mark.
 */
export function Assigned({ children = 'assigned by the service' }: { children?: string }) {
  return (
    <span data-origin="assigned" className="inline-flex items-center gap-1 whitespace-nowrap text-2xs text-ink-2">
      <svg
        viewBox="0 0 12 12"
        width="12"
        height="12"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        className="shrink-0"
      >
        <path d="M4 1.5H1.5V10.5H4M8 1.5C10.6 1.5 10.6 3.5 10.6 6S10.6 10.5 8 10.5" strokeWidth="1.2" />
        <rect x="4.6" y="4.6" width="2.8" height="2.8" fill="currentColor" stroke="none" />
      </svg>
      {children}
    </span>
  )
}
