import { type Acr, acrValuesSupported, isAcr } from './acr.ts'
import { plainName } from './dynamic-clients/third-party-clients.ts'
import { JsonFault, parseJsonObject } from './json.ts'
import {
  isRoleKey,
  type NamesByLanguage,
  type PermissionLevel,
  permissionLevels,
  permissionNameFault,
  rightsLimits,
} from './permissions.ts'
import { comparableResource } from './resources.ts'
import { canonicalTag } from './scope-texts.ts'

/** A permission as a document declares it. Without `resource`, it is one of the application. */
export interface DeclaredPermission {
  /** What the identifier of the API is compared by; empty for one of the application. */
  resource: string
  name: string
  names: NamesByLanguage
  level: PermissionLevel
  minAcr: Acr | null
}

/** A role of the operator as a document declares it. */
export interface DeclaredRole {
  key: string
  names: NamesByLanguage
  assignableBy: 'owner' | 'admin'
  /** As `permissionKey` writes them. */
  permissions: readonly string[]
}

/** Everything that a permissions document declares: the whole catalogue and all roles of the operator. */
export interface PermissionsDocument {
  permissions: readonly DeclaredPermission[]
  roles: readonly DeclaredRole[]
}

/** What names a permission in a document: `invoice.read`, or `https://api.example.com/orders orders:read`. */
export const permissionKey = ({ resource, name }: { resource: string; name: string }): string =>
  resource === '' ? name : `${resource} ${name}`

/** A key as somebody wrote it, in the spelling in which it is compared. Null if it begins with what names no API. */
export function readPermissionKey(written: string): string | null {
  const space = written.lastIndexOf(' ')
  const resource = space < 0 ? '' : comparableResource(written.slice(0, space))
  return resource === null ? null : permissionKey({ resource, name: written.slice(space + 1) })
}

/** Bytes of a document, more than anybody needs. */
export const maxPermissionsDocument = 262_144

/** A document that is refused. The message is for who wrote it, and begins with where the mistake is. */
export class InvalidPermissions extends Error {
  override readonly name = 'InvalidPermissions'
  constructor(
    readonly at: string,
    readonly fault: string,
    readonly code: 'unknown_permission' | 'reserved' | 'role_key' | 'permission_name' | 'invalid' = 'invalid',
  ) {
    super(`${at} ${fault}`)
  }
}

/**
 * The same of a text.
 * @throws InvalidPermissions
 */
export function parsePermissionsDocument(text: string): PermissionsDocument {
  if (text.length > maxPermissionsDocument)
    throw new InvalidPermissions('the document', `is longer than ${maxPermissionsDocument} characters`)
  try {
    return readPermissionsDocument(parseJsonObject(text))
  } catch (error) {
    throw error instanceof JsonFault ? new InvalidPermissions('the document', `is no JSON: ${error.message}`) : error
  }
}

/**
 * Reads a permissions document: `{ "permissions": { <name>: { names?, level?, min_acr? } }, "roles": { <key>: { names?,
 * assignable_by?, permissions } } }`. Unknown members are refused.
 * @throws InvalidPermissions
 */
export function readPermissionsDocument(value: unknown): PermissionsDocument {
  const document = membersOf(value, 'the document', ['permissions', 'roles'])
  const permissions = entriesAt(document.get('permissions'), 'permissions').map(([key, given]) =>
    readPermission(key, given),
  )
  const keys = new Set(permissions.map(permissionKey))
  if (keys.size < permissions.length) throw new InvalidPermissions('permissions', 'name one permission twice')
  if (permissions.length > rightsLimits.permissions)
    throw new InvalidPermissions('permissions', `are more than ${rightsLimits.permissions}`)
  for (const [resource, scopes] of Map.groupBy(permissions, (permission) => permission.resource))
    if (resource !== '' && scopes.length > rightsLimits.permissionsOfResource)
      throw new InvalidPermissions('permissions', `of ${resource} are more than ${rightsLimits.permissionsOfResource}`)
  const roles = entriesAt(document.get('roles'), 'roles').map(([key, given]) => readRole(key, given, keys))
  if (roles.length > rightsLimits.operatorRoles)
    throw new InvalidPermissions('roles', `are more than ${rightsLimits.operatorRoles}`)
  return { permissions, roles }
}

function readPermission(key: string, value: unknown): DeclaredPermission {
  const at = `permissions "${key.slice(0, 200)}"`
  const members = membersOf(value, at, ['names', 'level', 'min_acr'])
  const level = members.get('level') ?? 'normal'
  if (!permissionLevels.some((known) => known === level))
    throw new InvalidPermissions(at, `has a level that is none of ${permissionLevels.join(', ')}`)
  const minAcr = members.get('min_acr') ?? null
  if (minAcr !== null && !(typeof minAcr === 'string' && isAcr(minAcr)))
    throw new InvalidPermissions(at, `has a min_acr that is none of ${acrValuesSupported.join(', ')}`)
  return {
    ...splitKey(key, at),
    names: readNames(members.get('names'), at),
    level: level as PermissionLevel,
    minAcr: minAcr as Acr | null,
  }
}

/** A scope of an API keeps the name that the API gave it. */
function splitKey(key: string, at: string): { resource: string; name: string } {
  const space = key.lastIndexOf(' ')
  if (space >= 0) {
    const resource = comparableResource(key.slice(0, space))
    if (resource === null) throw new InvalidPermissions(at, 'does not begin with the identifier of an API')
    return { resource, name: key.slice(space + 1) }
  }
  const fault = permissionNameFault(key)
  if (fault === 'reserved') throw new InvalidPermissions(at, 'is a name that this server uses itself', 'reserved')
  if (fault) throw new InvalidPermissions(at, 'is no name such as invoice.read or report:export', fault)
  return { resource: '', name: key }
}

/** Names of permissions, as `permissionKey` writes them. A `*` is a name like any other, and none that can be declared. */
export function readPermissionKeys(value: unknown, at: string): string[] {
  if (!Array.isArray(value) || !value.every((key) => typeof key === 'string'))
    throw new InvalidPermissions(at, 'needs permissions, a list of names')
  if (value.length > rightsLimits.permissions)
    throw new InvalidPermissions(at, `has more than ${rightsLimits.permissions} permissions`)
  const keys = value.map((written: string) => {
    const key = readPermissionKey(written)
    if (key === null) throw new InvalidPermissions(at, unknownPermission(written), 'unknown_permission')
    return key
  })
  return [...new Set(keys)]
}

export const unknownPermission = (name: string): string => `names "${name.slice(0, 200)}", which is not declared`

function readRole(key: string, value: unknown, known: ReadonlySet<string>): DeclaredRole {
  const at = `roles "${key.slice(0, 100)}"`
  if (!isRoleKey(key, 'operator'))
    throw new InvalidPermissions(at, 'is no key such as billing; org- begins those of organizations', 'role_key')
  const members = membersOf(value, at, ['names', 'assignable_by', 'permissions'])
  const permissions = readPermissionKeys(members.get('permissions'), at)
  const unknown = permissions.find((name) => !known.has(name))
  if (unknown !== undefined) throw new InvalidPermissions(at, unknownPermission(unknown), 'unknown_permission')
  return {
    key,
    names: readNames(members.get('names'), at),
    assignableBy: readAssignableBy(members.get('assignable_by'), at),
    permissions,
  }
}

export function readAssignableBy(value: unknown, at: string): 'owner' | 'admin' {
  if (value === undefined || value === 'admin') return 'admin'
  if (value === 'owner') return 'owner'
  throw new InvalidPermissions(at, 'has an assignable_by that is neither owner nor admin')
}

/** Names by language, each one line of plain text. */
export function readNames(value: unknown, at: string): NamesByLanguage {
  return Object.fromEntries(
    entriesAt(value, `the names of ${at}`).map(([language, name]) => {
      const tag = canonicalTag(language)
      if (tag === null)
        throw new InvalidPermissions(at, `has a name in "${language.slice(0, 40)}", no language such as en`)
      if (typeof name !== 'string' || name === '' || plainName(name) !== name)
        throw new InvalidPermissions(at, `has a name in ${tag} that is not one line of up to 80 characters`)
      return [tag, name]
    }),
  )
}

function entriesAt(value: unknown, at: string): [string, unknown][] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidPermissions(at, 'must be an object')
  return Object.entries(value)
}

function membersOf(value: unknown, at: string, known: readonly string[]): ReadonlyMap<string, unknown> {
  if (value === undefined) throw new InvalidPermissions(at, 'must be an object')
  const entries = entriesAt(value, at)
  const unknown = entries.find(([member]) => !known.includes(member))
  if (unknown) throw new InvalidPermissions(at, `has "${unknown[0].slice(0, 100)}", which is not known`)
  return new Map(entries)
}
