import type { Words } from '../words/index.ts'

/** A role that has a name in every language. */
export type RoleName = keyof Words['roles']

const isRoleName = (names: Words['roles'], role: string): role is RoleName => Object.hasOwn(names, role)

/** The names of roles in the language of the page. A role of an older or newer version keeps its own name. */
export const namesOfRoles = ({ roles: names }: Words, roles: readonly string[]): string[] =>
  roles.map((role) => (isRoleName(names, role) ? names[role] : role))
