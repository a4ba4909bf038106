// Words, dates and numbers that several pages share.

const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
/** In UTC, so that the server and the browser write the same. */
export const day = (date: Date | string): string => dates.format(new Date(date))

const numbers = new Intl.NumberFormat('en')
export const amount = (value: number): string => numbers.format(value)

/** "1 note", "2 notes". */
export const counted = (value: number, noun: string): string => `${amount(value)} ${noun}${value === 1 ? '' : 's'}`

export const roleName = (role: string): string => ({ owner: 'Owner', admin: 'Admin' })[role] ?? 'Member'

/** The beginning of a text, by characters: half of one would not be the same on the server and in the browser. */
export const beginning = (text: string): string => [...text].slice(0, 40).join('')
