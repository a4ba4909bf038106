// In UTC, so that the server and the browser write the same.
const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** 22 Nov 2026 */
export const dateOf = (time: string): string => format.format(new Date(time))
