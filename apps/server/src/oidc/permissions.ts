import type { Acr } from './acr.ts'
import { satisfies } from './acr.ts'
import { textIn } from './scope-texts.ts'
import { isServerScope, isStandardScope } from './scopes.ts'

/** Who has a permission without a role: every member, admins and owners, or owners alone. */
export const permissionLevels = ['basic', 'normal', 'owner'] as const
export type PermissionLevel = (typeof permissionLevels)[number]

/** Names by language (BCP 47). */
export type NamesByLanguage = Readonly<Record<string, string>>

/** The name in a language, or else in another. Null for what has none. */
export const nameIn = (names: NamesByLanguage, language: string): string | null =>
  textIn(new Map(Object.entries(names)), language)

/** What people may do: in the application as such, or a scope of an API with PERMISSIONS=on. */
export interface Permission {
  id: string
  /** What the identifier of the API is compared by (`comparableResource`); empty for one of the application. */
  resource: string
  name: string
  names: NamesByLanguage
  level: PermissionLevel
  /** The weakest sign-in that a token with it may come from. */
  minAcr: Acr | null
  /** In the order in which they were declared. */
  ordinal: number
}

/** The roles beside owner, admin and member that a member holds, by themselves or by a team. */
export interface HeldRoles {
  /** Sorted. */
  keys: readonly string[]
  /** Of everything in them. */
  permissionIds: ReadonlySet<string>
}

export const noHeldRoles: HeldRoles = { keys: [], permissionIds: new Set() }

/** What somebody's rights in an organization follow from. */
export interface RightsHolder {
  /** Of owner, admin and member. */
  roles: readonly string[]
  held: HeldRoles
}

/**
 * Whether a member has a permission: an owner has all, an admin all but those of the level `owner`, a member those of the
 * level `basic`, and each what is in a role that they hold. Nothing takes a permission away again.
 */
export const holds = ({ roles, held }: RightsHolder, { id, level }: Pick<Permission, 'id' | 'level'>): boolean =>
  roles.includes('owner') ||
  (roles.includes('admin') && level !== 'owner') ||
  (roles.length > 0 && level === 'basic') ||
  held.permissionIds.has(id)

/** Whether a token that came from this sign-in may carry a permission. */
const isStrongEnough = (acr: string, { minAcr }: Pick<Permission, 'minAcr'>): boolean =>
  minAcr === null || satisfies(acr, minAcr)

/** What decides who holds a permission, and after which sign-in. */
export type Right = Pick<Permission, 'id' | 'level' | 'minAcr'>

/** What a token would say about its person, as far as rights depend on it. */
export interface Holder {
  /** In the organization of the token. Null for none: then nothing is held. */
  holder: RightsHolder | null
  acr: string
  /** Somebody else acts as the person: what is an owner's alone is left out. */
  impersonated?: boolean
}

/** Whether somebody may use a permission; `step_up`: they hold it, and their sign-in is too weak for it. */
export function judge(
  permission: Right,
  { holder, acr, impersonated = false }: Holder,
): 'held' | 'not_held' | 'step_up' {
  if (holder === null || !holds(holder, permission) || (impersonated && permission.level === 'owner')) return 'not_held'
  return isStrongEnough(acr, permission) ? 'held' : 'step_up'
}

/**
 * What a scope of an API is, for those who hold it. One that was never declared is of admins and owners; one that is
 * declared no longer is nobody's but owners': it must not become everybody's by that. No role holds either.
 */
export function rightOfScope(declared: (Right & { deprecatedAt: Date | null }) | undefined): Right {
  if (!declared) return { id: '', level: 'normal', minAcr: null }
  return declared.deprecatedAt === null ? declared : undeclaredAgain(declared)
}

/** What is left of a scope of an API that is declared no longer. */
export const undeclaredAgain = ({ minAcr }: Pick<Right, 'minAcr'>): Right => ({ id: '', level: 'owner', minAcr })

/** Whether a sign-in that was strong enough for `before` may be too weak for `after`. */
export const isStricter = (before: Pick<Right, 'minAcr'>, after: Pick<Right, 'minAcr'>): boolean =>
  after.minAcr !== null && (before.minAcr === null || !satisfies(before.minAcr, after.minAcr))

const permissionName = /^[a-z][a-z0-9_-]{0,31}([.:][a-z0-9_-]{1,32}){0,3}$/
const maxPermissionName = 64
const reservedPrefixes = ['ssf', 'vestibule:']

/** What is wrong with the name of a permission; null for a good one. */
export function permissionNameFault(name: string): 'permission_name' | 'reserved' | null {
  if (name.length > maxPermissionName || !permissionName.test(name)) return 'permission_name'
  const isReserved =
    isStandardScope(name) || isServerScope(name) || reservedPrefixes.some((prefix) => name.startsWith(prefix))
  return isReserved ? 'reserved' : null
}

const roleKey = /^[a-z][a-z0-9-]{1,31}$/
/** What the keys of an organization's own roles begin with, so that an operator's never means another one. */
export const ownRolePrefix = 'org-'

/** Whether a key may name a role: one of the operator, or of an organization. Those of owner, admin and member are taken. */
export const isRoleKey = (key: string, of: 'operator' | 'organization'): boolean =>
  roleKey.test(key) &&
  key.startsWith(ownRolePrefix) === (of === 'organization') &&
  key !== ownRolePrefix &&
  !['owner', 'admin', 'member'].includes(key)

/** Bounds of what can be declared and given. */
export const rightsLimits = {
  permissions: 300,
  permissionsOfResource: 200,
  operatorRoles: 30,
  ownRoles: 20,
  rolesOfMember: 20,
  rolesOfTeam: 5,
} as const

/** Names in a token, and their bytes of JSON: an application keeps it in a cookie, a client sends it in a header. */
const mostInToken = { names: 100, bytes: 2048 }

/** Whether these names may stand in a token. */
export const isShort = (names: readonly unknown[]): boolean =>
  names.length <= mostInToken.names && Buffer.byteLength(JSON.stringify(names)) <= mostInToken.bytes

/** Characters of a permission's or a role's name in a language. */
export const maxRightsName = 80
