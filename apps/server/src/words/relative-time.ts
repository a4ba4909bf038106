// Also part of a script for browsers, so nothing is imported.

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** From here on a date says more than a number of days. */
const longAgo = 30 * 86_400

/** "3 minutes ago", "in 2 days", and "now" below a minute. Null if it is more than thirty days away. */
export function relativeTime(lang: string, at: Date, now: Date): string | null {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  const distance = Math.abs(seconds)
  if (!(distance <= longAgo)) return null
  const locale = `${lang}-u-nu-latn`
  const found = units.find(([, size]) => distance >= size)
  if (!found) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
  const [unit, size] = found
  return new Intl.RelativeTimeFormat(locale).format(Math.trunc(seconds / size), unit)
}
