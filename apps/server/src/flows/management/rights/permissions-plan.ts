import { type Permission, rightOfScope, undeclaredAgain } from '../../../oidc/permissions.ts'
import {
  type DeclaredPermission,
  type DeclaredRole,
  type PermissionsDocument,
  permissionKey,
} from '../../../oidc/permissions-document.ts'
import type { RoleRecord, StoredPermission } from '../../../store/prisma/rights.ts'
import type { RightChange } from '../../platform/rights/rights-comparison.ts'

/** What is stored of the catalogue and of the operator's roles. */
export interface Before {
  permissions: readonly StoredPermission[]
  roles: readonly RoleRecord[]
}

/** What a document makes of it. */
export interface Plan {
  added: DeclaredPermission[]
  changed: [StoredPermission, DeclaredPermission][]
  returned: [StoredPermission, DeclaredPermission][]
  removed: StoredPermission[]
  rolesAdded: DeclaredRole[]
  rolesChanged: { role: RoleRecord; declared: DeclaredRole; added: string[]; removed: string[] }[]
  rolesRemoved: RoleRecord[]
}

/** Compares what is stored with what a document declares. */
export function planOf(before: Before, document: PermissionsDocument): Plan {
  const known = new Map(before.permissions.map((permission) => [permissionKey(permission), permission]))
  const names = new Map(before.permissions.map((permission) => [permission.id, permissionKey(permission)]))
  const declaredAgain = document.permissions.flatMap((declared): [StoredPermission, DeclaredPermission][] => {
    const stored = known.get(permissionKey(declared))
    return stored ? [[stored, declared]] : []
  })
  const wanted = new Set(document.permissions.map(permissionKey))
  const roles = new Map(before.roles.map((role) => [role.key, role]))
  return {
    added: document.permissions.filter((declared) => !known.has(permissionKey(declared))),
    changed: declaredAgain.filter(([stored, declared]) => stored.deprecatedAt === null && !isSame(stored, declared)),
    returned: declaredAgain.filter(([stored]) => stored.deprecatedAt !== null),
    removed: before.permissions.filter((stored) => stored.deprecatedAt === null && !wanted.has(permissionKey(stored))),
    rolesAdded: document.roles.filter(({ key }) => !roles.has(key)),
    rolesChanged: document.roles.flatMap((declared) => {
      const role = roles.get(declared.key)
      const has = role?.permissionIds.map((id) => names.get(id) ?? '') ?? []
      if (!role || isSameRole(role, has, declared)) return []
      const added = declared.permissions.filter((name) => !has.includes(name))
      return [{ role, declared, added, removed: has.filter((name) => !declared.permissions.includes(name)) }]
    }),
    rolesRemoved: before.roles.filter(({ key }) => !document.roles.some((declared) => declared.key === key)),
  }
}

const isSame = (a: Pick<Permission, 'names' | 'level' | 'minAcr'>, b: DeclaredPermission): boolean =>
  a.level === b.level && a.minAcr === b.minAcr && sameNames(a.names, b.names)

const isSameRole = (role: RoleRecord, has: readonly string[], declared: DeclaredRole): boolean =>
  role.assignableBy === declared.assignableBy &&
  sameNames(role.names, declared.names) &&
  [...has].sort().join(',') === [...declared.permissions].sort().join(',')

const sameNames = (a: Permission['names'], b: Permission['names']): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())

/** What becomes of every permission, and what is in the operator's roles from now on. */
export interface PlannedRights {
  changes: readonly RightChange[]
  /** Ids of permissions, by the id of the role. */
  inRoles: ReadonlyMap<string, readonly string[]>
}

/** What a document makes of who holds what. A permission that is not stored yet has its key as its id. */
export function plannedRights(before: Before, document: PermissionsDocument): PlannedRights {
  const stored = new Map(before.permissions.map((permission) => [permissionKey(permission), permission]))
  const declared = new Map(document.permissions.map((permission) => [permissionKey(permission), permission]))
  const idOf = (key: string): string => stored.get(key)?.id ?? key
  // What nobody has asked about people yet was everybody's, and no document took it from them.
  const governed = new Set(before.permissions.map(({ resource }) => resource))
  const changes = [...new Set([...stored.keys(), ...declared.keys()])].map((key): RightChange => {
    const [old, next] = [stored.get(key), declared.get(key)]
    const resource = (old ?? next)?.resource ?? ''
    const after = next && { id: idOf(key), level: next.level, minAcr: next.minAcr }
    if (resource === '') return { key, before: old?.deprecatedAt === null ? old : null, after: after ?? null }
    return {
      key,
      before: governed.has(resource) ? rightOfScope(old) : null,
      after: after ?? (old ? undeclaredAgain(old) : null),
    }
  })
  const contents = new Map(document.roles.map(({ key, permissions }) => [key, permissions.map(idOf)]))
  return { changes, inRoles: new Map(before.roles.map(({ id, key }) => [id, contents.get(key) ?? []])) }
}

/**
 * Whether a document gives somebody what before only owners had, or puts it into a role that is held. What was an owner's
 * alone when it was removed is that when it returns, too.
 */
export function givesOwnersRights({ changed, returned, rolesChanged }: Plan, { changes }: PlannedRights): boolean {
  const isOwners = new Set(
    changes.filter(({ before, after }) => before?.level === 'owner' || after?.level === 'owner').map(({ key }) => key),
  )
  const isLowered =
    changes.some(({ before, after }) => before?.level === 'owner' && after && after.level !== 'owner') ||
    [...changed, ...returned].some(([stored, { level }]) => stored.level === 'owner' && level !== 'owner')
  return isLowered || rolesChanged.some(({ added }) => added.some((key) => isOwners.has(key)))
}
