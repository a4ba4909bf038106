import type { Requirement, Session } from '@vestibule/core'

const list = (value: string | readonly string[]): readonly string[] => (typeof value === 'string' ? [value] : value)

/** What can be told of a requirement in the browser: roles, organization and team. The server checks all of it. */
export function meets({ user }: Session, { role, organization, team }: Requirement): boolean {
  if (role !== undefined && !list(role).some((one) => user.roles.includes(one))) return false
  if (organization !== undefined && (organization === true ? !user.organization : user.organization !== organization))
    return false
  return team === undefined || (team === true ? Boolean(user.team) : user.team === team)
}
