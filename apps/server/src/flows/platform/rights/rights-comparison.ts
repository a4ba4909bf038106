import { holds, isStricter, type Permission, type Right, type RightsHolder } from '../../../oidc/permissions.ts'
import { permissionKey } from '../../../oidc/permissions-document.ts'
import type { MemberRights } from '../../../store/beyond-prisma/organizations/role-holders.ts'

/** What becomes of a permission. Null: nobody holds it. */
export interface RightChange {
  /** As `permissionKey` writes it. */
  key: string
  before: Right | null
  after: Right | null
}

/** What a member has less and more at the next token. A stronger sign-in for what they hold is less, too. */
export interface ChangedRights {
  lost: readonly string[]
  gained: readonly string[]
}

/** What changes for a member who had the first rights and has the second, while these permissions change. */
export function compareRights(had: MemberRights, has: MemberRights, changes: readonly RightChange[]): ChangedRights {
  const [before, after] = [holderOf(had), holderOf(has)]
  return {
    lost: changes.filter((change) => isLess(before, change.before, after, change.after)).map(({ key }) => key),
    gained: changes.filter((change) => isLess(after, change.after, before, change.before)).map(({ key }) => key),
  }
}

/** A member once roles have these permissions, by their ids. Other roles stay as they are. */
export const withRoles = (member: MemberRights, inRoles: ReadonlyMap<string, readonly string[]>): MemberRights => ({
  ...member,
  byRole: new Map([...member.byRole].map(([roleId, ids]) => [roleId, inRoles.get(roleId) ?? ids])),
})

/** Permissions that stay what they are. */
export const unchanged = (permissions: readonly Permission[]): RightChange[] =>
  permissions.map((permission) => ({ key: permissionKey(permission), before: permission, after: permission }))

const holderOf = ({ roles, byRole }: Pick<MemberRights, 'roles' | 'byRole'>): RightsHolder => ({
  roles,
  held: { keys: [], permissionIds: new Set([...byRole.values()].flat()) },
})

/** Whether a holder has a permission, and then not any more, or only after a stronger sign-in. */
const isLess = (holder: RightsHolder, right: Right | null, then: RightsHolder, next: Right | null): boolean =>
  right !== null && holds(holder, right) && (next === null || !holds(then, next) || isStricter(right, next))

/** Whether the change itself takes a permission from somebody, whoever they are and whatever roles have. */
export function narrows({ before, after }: RightChange): boolean {
  if (before === null || after === null) return before !== null
  const levels = ['member', 'admin'].map((role) => holderOf({ roles: [role], byRole: new Map() }))
  const isOfNoRole = before.id !== '' && before.id !== after.id
  return isOfNoRole || isStricter(before, after) || levels.some((holder) => isLess(holder, before, holder, after))
}
