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
