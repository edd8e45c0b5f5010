/** The mark: something held between the ends of a half-open interval. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 24 20" width="22" height="18" fill="none" aria-hidden="true" className="shrink-0 text-accent">
      <path d="M7 2H2.5V18H7" stroke="currentColor" strokeWidth="2.2" />
      <path d="M17 2C20.5 2 22 5 22 10S20.5 18 17 18" stroke="currentColor" strokeWidth="2.2" />
      <path d="M8.5 6.5H15.5V13.5H8.5Z" fill="currentColor" />
    </svg>
  )
}

export const Brand = () => (
  <span className="flex items-center gap-2.5 font-semibold text-md text-ink">
    <BrandMark />
    Holdfast
  </span>
)
