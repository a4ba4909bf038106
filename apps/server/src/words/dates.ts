import { relativeTime } from './relative-time.ts'

/** In every language, whatever its default is: the Gregorian calendar, and the digits 0 to 9. */
const calendarAndDigits = { calendar: 'gregory', numberingSystem: 'latn' } as const

/** Formats dates in a language. Every date on a page or in a mail is written by it. */
export const dateFormat = (lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(lang, { ...options, ...calendarAndDigits })

/** Formats numbers in a language, with the digits 0 to 9. */
export const numberFormat = (lang: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  new Intl.NumberFormat(lang, { ...options, numberingSystem: 'latn' })

/** Formats times in a language and a time zone. If the zone is unknown, the time is in UTC and says so. */
export function timeFormat(lang: string, zoneinfo: string | null): (at: Date) => string {
  const format = dateFormat(lang, { dateStyle: 'medium', timeStyle: 'short', timeZone: zoneinfo ?? 'UTC' })
  return (at) => `${format.format(at)}${zoneinfo ? '' : ' UTC'}`
}

/** How a page shows when something was, or will be. */
export interface Times {
  /** "3 minutes ago" and "in 2 days"; the day if it is further away. */
  relative(at: Date): string
  /** With seconds, where the order of things matters. The year is left out while it is this one. */
  seconds(at: Date): string
  /** With seconds, and the name of the zone. */
  exact(at: Date): string
}

/** Times in a language and a time zone. If the zone is unknown, they are in UTC and say so. */
export function timesOf(lang: string, zoneinfo: string | null, now: Date): Times {
  const timeZone = zoneinfo ?? 'UTC'
  const zone = zoneinfo ? '' : ' UTC'
  const day = { month: 'short', day: 'numeric', timeZone } as const
  const clock = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const
  const dayOnly = lazy(() => dateFormat(lang, { dateStyle: 'medium', timeZone }))
  const year = lazy(() => dateFormat(lang, { year: 'numeric', timeZone }))
  const thisYear = lazy(() => dateFormat(lang, { ...day, ...clock }))
  const anyYear = lazy(() => dateFormat(lang, { ...day, ...clock, year: 'numeric' }))
  const exact = lazy(() => dateFormat(lang, { ...day, ...clock, year: 'numeric', timeZoneName: 'short' }))
  return {
    relative: (at) => relativeTime(lang, at, now) ?? dayOnly().format(at),
    seconds: (at) => `${(year().format(at) === year().format(now) ? thisYear : anyYear)().format(at)}${zone}`,
    exact: (at) => exact().format(at),
  }
}

/** A page needs few of the formats, each of which takes a while to make. */
function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * A time as a mail says it: in the reader's zone, which it names. Where the zone is unknown, or none that this server
 * knows, in UTC. `at`: ISO 8601.
 */
export function mailTime(lang: string, zoneinfo: string | null | undefined, at: string): string {
  const utc = `${at.slice(0, 16).replace('T', ' ')} UTC`
  if (!zoneinfo) return utc
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  try {
    return dateFormat(lang, { ...day, ...time, timeZone: zoneinfo }).format(new Date(at))
  } catch {
    return utc
  }
}
