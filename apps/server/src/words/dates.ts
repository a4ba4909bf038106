/** Times in a language: the Gregorian calendar and the digits 0 to 9 everywhere, whatever the language has by default. */
const everywhere = { calendar: 'gregory', numberingSystem: 'latn' } as const

/** Formats dates in a language. Every date on a page or in a mail is written by it. */
export const dateFormat = (lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(lang, { ...options, ...everywhere })

/** Formats numbers in a language, with the digits 0 to 9. */
export const numberFormat = (lang: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  new Intl.NumberFormat(lang, { ...options, numberingSystem: 'latn' })

/** Formats times in a language and a time zone. If the zone is unknown, the time is in UTC and says so. */
export function timeFormat(lang: string, zoneinfo: string | null): (at: Date) => string {
  const format = dateFormat(lang, { dateStyle: 'medium', timeStyle: 'short', timeZone: zoneinfo ?? 'UTC' })
  return (at) => `${format.format(at)}${zoneinfo ? '' : ' UTC'}`
}
