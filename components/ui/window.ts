import { interval } from './format'

/** Windows of time that end now, in milliseconds. */
export const WINDOWS = { '1h': 3600_000, '24h': 86_400_000, '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 } as const
export type Window = keyof typeof WINDOWS
export const WINDOW_NAMES = Object.keys(WINDOWS) as Window[]

/** A window as an address has it: relative to now, or between two instants, which count instead where they stand. */
export type Chosen = { within: Window | null; from: string | null; to: string | null }

/** Where it begins, at the instant `now` (milliseconds since the epoch). */
export const startOf = ({ within, from, to }: Chosen, now: number): string | null =>
  from ?? (within && !to ? new Date(now - WINDOWS[within]).toISOString() : null)

/** For a copied link: "the last hour" becomes the hour it was when it was copied. */
export const frozenWindow = (chosen: Chosen, now: number): Chosen =>
  !chosen.within || chosen.from || chosen.to
    ? { ...chosen, within: null }
    : { within: null, from: startOf(chosen, now), to: new Date(now).toISOString() }

/** A bound from an address may be anything; the API will say what is wrong with it, so here it is shown as it is. */
export const windowWords = (from: string | null, to: string | null): string =>
  [from, to].some((t) => t !== null && Number.isNaN(Date.parse(t)))
    ? `[${from ?? '…'}, ${to ?? '…'})`
    : interval(from ?? undefined, to ?? undefined)
