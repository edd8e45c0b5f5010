import type { ReactNode } from 'react'
import { cx } from './cx'

/**
 * Shapes say which question is answered: a square what something is, a circle how much of it, a diamond what was judged,
 * a bar whether a credential or grant holds, a funnel that it drains, a flag that somebody must look. Filled is definite, outlined is qualified or ended, dashed is not there.
 * Drawn inline with the current colour, so that they survive forced colours and need no image source in the CSP.
 */
const DIAMOND = 'M7 .9 13.1 7 7 13.1 .9 7Z'
const OPEN_DIAMOND = 'M7 1.6 12.4 7 7 12.4 1.6 7Z'
const TICK = 'M4.03 7.67 6.43 10.07 10.2 5.83 9 4.77 6.37 7.73 5.17 6.53Z'

/** A filled diamond with a figure cut out of it. */
const cut = (figure: string) => <path d={`${DIAMOND}${figure}`} fill="currentColor" fillRule="evenodd" stroke="none" />
const openDiamond = <path d={OPEN_DIAMOND} />
const openSquare = <rect x="2" y="2" width="10" height="10" />
const openCircle = <circle cx="7" cy="7" r="4.7" />
const fullCircle = <circle cx="7" cy="7" r="5.4" fill="currentColor" stroke="none" />
const verified = cut(TICK)

export const GLYPHS = {
  available: <rect x="2" y="2" width="10" height="10" fill="currentColor" stroke="none" />,
  expired: (
    <>
      {openSquare}
      <path d="M7 4.5V7.4H9.5" />
    </>
  ),
  deleted: (
    <>
      {openSquare}
      <path d="M2.5 11.5 11.5 2.5" />
    </>
  ),
  quarantined: (
    <>
      {openSquare}
      <path d="M5.3 2V12M8.7 2V12" />
    </>
  ),
  restricted: (
    <>
      <rect x="2.2" y="6" width="9.6" height="6.4" fill="currentColor" stroke="none" />
      <path d="M4.4 6V4.3a2.6 2.6 0 0 1 5.2 0V6" />
    </>
  ),
  complete: fullCircle,
  partial: (
    <>
      {openCircle}
      <path d="M7 2.3a4.7 4.7 0 0 0 0 9.4Z" fill="currentColor" stroke="none" />
    </>
  ),
  unknown: <circle cx="7" cy="7" r="4.7" strokeDasharray="2.4 2.5" />,
  completed: fullCircle,
  more: (
    <>
      {openCircle}
      <path d="M7 7V2.3a4.7 4.7 0 1 1-4.7 4.7Z" fill="currentColor" stroke="none" />
    </>
  ),
  interrupted: (
    <>
      <path d="M9.6 3A4.7 4.7 0 1 0 11.7 7" />
      <path d="M9.5 5 12.6 1.8" />
    </>
  ),
  verified,
  permitted: verified,
  satisfied: verified,
  stale: (
    <>
      {openDiamond}
      <path d="M7 4.4V7.3H9.2" />
    </>
  ),
  'verdict-partial': (
    <>
      {openDiamond}
      <path d="M7 1.6 1.6 7 7 12.4Z" fill="currentColor" stroke="none" />
    </>
  ),
  unavailable: <path d={OPEN_DIAMOND} strokeDasharray="2.6 1.8" />,
  denied: cut('M4.2 6.2H9.8V7.8H4.2Z'),
  'integrity-failed': cut('M8.01 2.22 4.31 7.9 7.09 7.9 5.02 11.01 6.18 11.79 9.71 6.5 6.89 6.5 9.19 2.98Z'),
  'not-inspected': (
    <>
      {openDiamond}
      <circle cx="7" cy="7" r="1.5" fill="currentColor" stroke="none" />
    </>
  ),
  refuse: cut(
    'M4.63 5.77 5.77 4.63 7 5.87 8.23 4.63 9.37 5.77 8.13 7 9.37 8.23 8.23 9.37 7 8.13 5.77 9.37 4.63 8.23 5.87 7Z',
  ),
  active: <rect x="2" y="4.6" width="10" height="4.8" fill="currentColor" stroke="none" />,
  revoked: (
    <>
      <rect x="2" y="4.6" width="10" height="4.8" />
      <path d="M1 12.4 13 1.6" />
    </>
  ),
  'in-progress': (
    <>
      {openCircle}
      <path d="M7 7V2.3a4.7 4.7 0 0 1 4.7 4.7Z" fill="currentColor" stroke="none" />
    </>
  ),
  acknowledged: <path d="m2.4 7.4 3 3 6-7" />,
  'not-yet': <rect x="2" y="4.6" width="10" height="4.8" strokeDasharray="2.4 1.8" />,
  funnel: <path d="M2 2.8H12L8.3 7.2V12L5.7 10.2V7.2Z" />,
  review: <path d="M3.4 13V1.8H11.2L9.2 4.5 11.2 7.2H3.4" />,
  disclosed: <path d="M6 2.5H2V12H11.5V8M8 2H12.2V6.2M12 2.2 6.4 7.8" />,
  none: <path d="M3 7H11" />,
} satisfies Record<string, ReactNode>
export type GlyphName = keyof typeof GLYPHS

/** A 14 px status mark in the current colour. Always beside its word, hence hidden from assistive technology. */
export function Glyph({ name, className }: { name: GlyphName; className?: string }) {
  return (
    <svg
      viewBox="0 0 14 14"
      width="14"
      height="14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
      className={cx('inline-block shrink-0', className)}
    >
      {GLYPHS[name]}
    </svg>
  )
}
