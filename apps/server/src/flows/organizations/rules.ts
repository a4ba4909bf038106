export const roleNames = ['owner', 'admin', 'member'] as const
export type Role = (typeof roleNames)[number]

/** What a role may permit in an organization. */
export type Operation =
  | 'see'
  | 'see-addresses'
  | 'make-teams'
  | 'manage-members'
  | 'manage-teams'
  | 'manage-domains'
  | 'manage-settings'
  | 'manage-applications'
  | 'see-audit'
  | 'own'

const least: Record<Operation, Role> = {
  see: 'member',
  'see-addresses': 'admin',
  'make-teams': 'member',
  'manage-members': 'admin',
  'manage-teams': 'admin',
  'manage-domains': 'admin',
  'manage-settings': 'admin',
  'manage-applications': 'admin',
  'see-audit': 'admin',
  own: 'owner',
}

const rank = (roles: readonly string[]): number =>
  roles.includes('owner') ? 3 : roles.includes('admin') ? 2 : roles.includes('member') ? 1 : 0

/** Whether these roles may do this. `membersMakeTeams` is the organization's own choice. */
export function may(
  roles: readonly string[] | null,
  operation: Operation,
  organization?: { membersMakeTeams: boolean },
): boolean {
  if (!roles || roles.length === 0) return false
  const needed = operation === 'make-teams' && organization?.membersMakeTeams === false ? 'admin' : least[operation]
  return rank(roles) >= rank([needed])
}

/** Reads roles as a form or an API client writes them: known names, each once, at least one. Null for anything else. */
export function readRoles(given: readonly unknown[]): Role[] | null {
  const known = roleNames.filter((role) => given.includes(role))
  return known.length > 0 && known.length === given.length ? known : null
}

/** Whether someone may give `after` to a person who has `before`. Only an owner changes an owner or makes one. */
export const mayGive = (actor: readonly string[], before: readonly string[], after: readonly string[]): boolean =>
  may(actor, 'own') || (may(actor, 'manage-members') && !before.includes('owner') && !after.includes('owner'))
