import type { Words } from './words/index.ts'

/** The names of roles in the language of the page. A role that has no translation keeps its own name. */
export const namesOfRoles = ({ roles: names }: Words, roles: readonly string[]): string[] =>
  roles.map((role) => names[role] ?? role)
