export const roleNames = { owner: 'Owner', admin: 'Admin', member: 'Member' } as const

export type Role = keyof typeof roleNames

/** The highest of a person's roles. */
export const roleOf = (roles: readonly string[]): Role =>
  roles.includes('owner') ? 'owner' : roles.includes('admin') ? 'admin' : 'member'

/** Owners and admins. The server decides with it, and the pages show what it will allow. */
export const isManager = (person: { roles: readonly string[] } | null): boolean =>
  person !== null && roleOf(person.roles) !== 'member'
