import type { Acr } from '../../oidc/acr.ts'
import type { NamesByLanguage, Permission, PermissionLevel } from '../../oidc/permissions.ts'
import type { Change, PrismaStore } from '../connections/database.ts'

/** A permission as it is stored. */
export type StoredPermission = Permission & { deprecatedAt: Date | null }

/** Every permission that was ever declared. A change locks their number first, so nobody else changes them meanwhile. */
export const findPermissions = async ({ prisma }: PrismaStore): Promise<StoredPermission[]> =>
  (await prisma.permission.findMany({ orderBy: { ordinal: 'asc' } })).map(({ settings, level, minAcr, ...row }) => ({
    ...row,
    names: (JSON.parse(settings) as { names: NamesByLanguage }).names,
    level: level as PermissionLevel,
    minAcr: minAcr as Acr | null,
  }))

type NewPermission = Permission & { createdAt: Date; changeNumber: number }

export async function insertPermission({ prisma }: Change, { names, ...permission }: NewPermission): Promise<void> {
  await prisma.permission.create({ data: { ...permission, settings: JSON.stringify({ names }) } })
}

/** Every change of a permission has a number of its own (`nextChangeNumber`). */
export async function updatePermission(
  { prisma }: Change,
  id: string,
  {
    names,
    ...changes
  }: Partial<Pick<Permission, 'names' | 'level' | 'minAcr'>> & {
    deprecatedAt: Date | null
    changeNumber: number
  },
): Promise<void> {
  await prisma.permission.update({
    where: { id },
    data: { ...changes, ...(names ? { settings: JSON.stringify({ names }) } : {}) },
  })
}

/** A role beside owner, admin and member. */
export interface RoleRecord {
  id: string
  /** Empty for one of the operator. */
  organizationId: string
  key: string
  names: NamesByLanguage
  assignableBy: 'owner' | 'admin'
  version: number
  createdByKind: string
  createdById: string | null
  createdAt: Date
  permissionIds: readonly string[]
}

interface StoredRole extends Omit<RoleRecord, 'names' | 'assignableBy' | 'permissionIds'> {
  settings: string
  assignableBy: string
  permissions: readonly { permissionId: string }[]
}

export const withPermissions = { permissions: { select: { permissionId: true } } } as const

/** What a role is called. */
export type RoleName = Pick<RoleRecord, 'id' | 'key' | 'names'>

export const toRoleName = ({ id, key, settings }: { id: string; key: string; settings: string }): RoleName => ({
  id,
  key,
  names: (JSON.parse(settings) as { names: NamesByLanguage }).names,
})

/** A row as `withPermissions` reads it. */
export const toRole = ({ settings, assignableBy, permissions, ...role }: StoredRole): RoleRecord => ({
  ...role,
  names: (JSON.parse(settings) as { names: NamesByLanguage }).names,
  assignableBy: assignableBy === 'owner' ? 'owner' : 'admin',
  permissionIds: permissions.map(({ permissionId }) => permissionId),
})

/** The roles of an organization alone, or, for '', those of the operator, in the order of their keys. */
export const findRoles = async ({ prisma }: PrismaStore, organizationId: string): Promise<RoleRecord[]> =>
  (await prisma.role.findMany({ where: { organizationId }, include: withPermissions, orderBy: { key: 'asc' } })).map(
    toRole,
  )

/** A role that an organization may give: its own, or one of the operator. Never by its id alone. */
export async function findRoleFor(
  { prisma }: PrismaStore,
  organizationId: string,
  id: string,
): Promise<RoleRecord | null> {
  const found = await prisma.role.findFirst({
    where: { id, organizationId: { in: [organizationId, ''] } },
    include: withPermissions,
  })
  return found && toRole(found)
}

export async function insertRole({ prisma }: Change, role: Omit<RoleRecord, 'version'>): Promise<void> {
  const { names, permissionIds, ...data } = role
  await prisma.role.create({
    data: {
      ...data,
      settings: JSON.stringify({ names }),
      version: 1,
      permissions: { create: permissionIds.map((permissionId) => ({ permissionId })) },
    },
  })
}

/** Changes a role, unless somebody else has meanwhile: then false. */
export async function updateRole(
  { prisma }: Change,
  { id, version }: Pick<RoleRecord, 'id' | 'version'>,
  { names, assignableBy, permissionIds }: Pick<RoleRecord, 'names' | 'assignableBy' | 'permissionIds'>,
): Promise<boolean> {
  const { count } = await prisma.role.updateMany({
    where: { id, version },
    data: { settings: JSON.stringify({ names }), assignableBy, version: { increment: 1 } },
  })
  if (count === 0) return false
  await prisma.rolePermission.deleteMany({ where: { roleId: id } })
  await prisma.rolePermission.createMany({ data: permissionIds.map((permissionId) => ({ roleId: id, permissionId })) })
  return true
}

/** Ends a role for all who hold it. */
export async function deleteRole({ prisma }: Change, id: string): Promise<void> {
  await prisma.role.delete({ where: { id } })
}

export const countRolesWith = ({ prisma }: PrismaStore, permissionId: string): Promise<number> =>
  prisma.rolePermission.count({ where: { permissionId } })
