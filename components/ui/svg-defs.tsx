/**
 * Patterns that bars refer to, once per document (root layout). Hatch: something is missing. Dots: never requested. Rules: of another type.
 * As SVG, because a style attribute in server-rendered HTML is refused by the CSP.
 */
export function SvgDefs() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="absolute">
      <defs>
        <pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" className="fill-omitted-a" />
          <path d="M-2 2 2 -2M0 8 8 0M6 10 10 6" className="stroke-omitted-b" strokeWidth="1.4" opacity=".85" />
        </pattern>
        <pattern id="dots" width="8" height="6" patternUnits="userSpaceOnUse">
          <circle cx="1" cy="3" r=".7" className="fill-neutral-mark" />
        </pattern>
        <pattern id="ruled" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect width="4" height="4" className="fill-absent" />
          <path d="M1 0V4" className="stroke-neutral-mark" />
        </pattern>
      </defs>
    </svg>
  )
}
