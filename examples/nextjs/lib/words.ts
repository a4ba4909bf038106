// Words and dates that several pages share.

const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
export const dateOf = (time: Date | string): string => date.format(new Date(time))

export const counted = (count: number, singular: string): string =>
  `${count.toLocaleString('en')} ${singular}${count === 1 ? '' : 's'}`

export const roleNames: Readonly<Record<string, string>> = { owner: 'Owner', admin: 'Admin', member: 'Member' }

/** The highest of the roles that the provider knows: a person may have several. */
export const highestRole = (roles: readonly string[]): string =>
  ['owner', 'admin', 'member'].find((role) => roles.includes(role)) ?? 'member'

/** The beginning of a text, by characters: half of one would not be the same on the server and in the browser. */
export const beginning = (text: string): string => [...text].slice(0, 40).join('')
