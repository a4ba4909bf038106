import type { Permission } from '../../../oidc/permissions.ts'
import { permissionKey } from '../../../oidc/permissions-document.ts'
import { countHolders } from '../../../store/beyond-prisma/organizations/role-holders.ts'
import { countRolesWith, findRoles } from '../../../store/prisma/rights.ts'
import { permissionNames } from '../../organizations/roles/role-contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Manager, requireUnrestricted } from '../managers.ts'

/** A permission, how many roles have it, and how many memberships hold it by one of them. */
export interface UsedPermission extends Permission {
  roles: number
  holders: number
}

export async function countUses(
  deps: Deps,
  actor: Manager,
  permissions: readonly Permission[],
): Promise<UsedPermission[]> {
  requireUnrestricted(actor)
  return Promise.all(
    permissions.map(async (permission) => ({
      ...permission,
      roles: await countRolesWith(deps.db, permission.id),
      holders: await countHolders(deps.db, 'permission', permission.id),
    })),
  )
}

/** All permissions and all roles of the operator, as the document that declares them. What is as by default is left out. */
export async function writePermissionsDocument(deps: Deps, actor: Manager): Promise<string> {
  requireUnrestricted(actor)
  await deps.permissions.refresh()
  const roles = await findRoles(deps.db, '')
  const named = (names: Readonly<Record<string, string>>) => (Object.keys(names).length > 0 ? { names } : {})
  const document = {
    permissions: Object.fromEntries(
      deps.permissions.declared.map((permission) => [
        permissionKey(permission),
        {
          ...named(permission.names),
          ...(permission.level === 'normal' ? {} : { level: permission.level }),
          ...(permission.minAcr === null ? {} : { min_acr: permission.minAcr }),
        },
      ]),
    ),
    roles: Object.fromEntries(
      roles.map(({ key, names, assignableBy, permissionIds }) => [
        key,
        {
          ...named(names),
          ...(assignableBy === 'admin' ? {} : { assignable_by: assignableBy }),
          permissions: permissionNames(deps, permissionIds),
        },
      ]),
    ),
  }
  return JSON.stringify(document, null, 2)
}
