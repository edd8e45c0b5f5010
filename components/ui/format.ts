/** Numbers and instants as the screens write them. One locale, so that a screenshot and a report agree. */
const integer = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

export const count = (n: number): string => integer.format(n)

/** "≥ 10,000" where counting stopped at a bound. */
export const boundedCount = (c: { count: number; at_least: boolean }): string =>
  c.at_least ? `≥ ${count(c.count)}` : count(c.count)

export const plural = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`

/** Decimal units, as disks and networks count: 3.1 MB is 3,100,000 bytes. */
export function bytes(n: number): string {
  if (n < 1000) return plural(n, 'byte')
  const units = ['kB', 'MB', 'GB', 'TB', 'PB']
  let value = n
  let unit = -1
  // 999.5 would be shown as 1000 of its unit.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${short.format(value)} ${units[unit]}`
}

/** "2026-11-06 04:39:50Z": an instant in UTC, to the second; the exact one is in the title. */
export const utc = (iso: string): string => `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')}Z`
/** To the millisecond: where the order of events within a second matters. */
export const utcExact = (iso: string): string => new Date(iso).toISOString().replace('T', ' ')
export const utcClock = (iso: string): string => `${new Date(iso).toISOString().slice(11, 19)}Z`
export const utcDate = (iso: string): string => new Date(iso).toISOString().slice(0, 10)

/** A length of time in at most two units: "23 h 28 min". */
export function duration(ms: number): string {
  const s = Math.floor(Math.abs(ms) / 1000)
  if (s < 60) return `${s} s`
  const min = Math.floor(s / 60)
  if (min < 60) return s % 60 && min < 10 ? `${min} min ${s % 60} s` : `${min} min`
  const h = Math.floor(min / 60)
  if (h < 48) return min % 60 ? `${h} h ${String(min % 60).padStart(2, '0')} min` : `${h} h`
  const d = Math.floor(h / 24)
  return h % 24 && d < 10 ? `${d} d ${h % 24} h` : `${d} d`
}

/** "4 min ago", "in 23 h 28 min", "now" within two seconds. */
export function relative(iso: string, now: number): string {
  const ms = Date.parse(iso) - now
  if (Math.abs(ms) < 2000) return 'now'
  return ms < 0 ? `${duration(ms)} ago` : `in ${duration(ms)}`
}

/** "[04:00, 04:10)" on one UTC day, else with dates. Either end may be open. */
export function interval(start: string | undefined, end: string | undefined): string {
  const same = start && end && utcDate(start) === utcDate(end)
  const show = (iso: string) => {
    const d = new Date(iso).toISOString()
    const clock = d.slice(17, 19) === '00' ? d.slice(11, 16) : d.slice(11, 19)
    return same ? clock : `${d.slice(0, 10)} ${clock}`
  }
  return `[${start ? show(start) : '…'}, ${end ? show(end) : '…'})`
}
