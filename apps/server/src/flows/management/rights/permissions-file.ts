import { ConfigError } from '../../../config/settings.ts'
import { type DeclaredPermission, InvalidPermissions, permissionKey } from '../../../oidc/permissions-document.ts'
import { comparableResource, type Resource } from '../../../oidc/resources.ts'
import { findRoles } from '../../../store/prisma/rights.ts'
import { system } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Loss, PermissionsDifference } from './permission-losses.ts'
import { applyPermissions, RemovalNotAllowed } from './permissions.ts'

const example = './permissions.json'

/**
 * Makes the catalogue that of PERMISSIONS_FILE, before a server answers anything, and refuses APIs at which members could do
 * nothing. What somebody did by the console or the API meanwhile is warned about: only what the environment says is refused.
 * Without the file, the first start of a development server declares what the example apps require; whoever changes that by
 * the management API is not overruled.
 * @throws ConfigError
 */
export async function declarePermissionsFile(deps: Deps): Promise<void> {
  const { examplePermissions } = deps.config
  const isEmpty = [...deps.permissions.all()].length === 0
  const permissions = deps.config.permissions ?? (isEmpty ? examplePermissions : null)
  try {
    if (permissions) await applyPermissions(deps, system, permissions, { isChecked: (given) => isChecked(deps, given) })
  } catch (error) {
    throw new ConfigError([{ variable: 'PERMISSIONS_FILE', fault: faultOf(error), example }])
  }
  await requireUse(deps)
}

/** An API of the database may have lost a scope since the file was applied, and the file is not to blame for that. */
function isChecked({ permissions, resources, log }: Deps, given: DeclaredPermission): boolean {
  const key = permissionKey(given)
  if (given.resource === '' || resources.isOfEnvironment(given.resource)) return false
  if (permissions.find(key)?.deprecatedAt !== null) return false
  if (!resources.find(given.resource)?.scopes.includes(given.name))
    log.warn({ permission: key }, 'PERMISSIONS_FILE declares a permission that its API no longer has')
  return true
}

function faultOf(error: unknown): string {
  if (error instanceof InvalidPermissions) return `has a mistake: ${error.message}`
  if (!(error instanceof RemovalNotAllowed)) throw error
  const lines = linesOf(error.difference).join('\n    ')
  return `takes something from members or roles; to allow it, run: vestibule apply <file> --allow-removal\n    ${lines}`
}

/** A difference as the command line and a refused start print it. */
export function linesOf(difference: PermissionsDifference): string[] {
  const count = ({ members, more }: Omit<Loss, 'name'>): string => `${more ? 'at least ' : ''}${members} members`
  const lost = (loss: Omit<Loss, 'name'>): string =>
    [loss.roles > 0 && `used by ${loss.roles} roles`, (loss.members > 0 || loss.more) && `held by ${count(loss)}`]
      .filter(Boolean)
      .join(', ')
  const noted = (name: string, note: string): string => (note === '' ? name : `${name} (${note})`)
  return [
    ...difference.added.map((name) => `+ ${name}`),
    ...difference.changed.map((name) => `~ ${name}`),
    ...difference.narrowed.map(({ name, ...more }) => `! ${noted(name, `less for ${count(more)}`)}`),
    ...difference.returned.map(
      ({ name, ...more }) => `+ ${noted(name, ['as before', lost(more)].filter(Boolean).join(', '))}`,
    ),
    ...difference.removed.map(({ name, ...more }) => `- ${noted(name, lost(more))}`),
    ...difference.rolesAdded.map((key) => `+ role ${key}`),
    ...difference.rolesChanged.map(({ name, ...more }) => `~ role ${noted(name, lost(more))}`),
    ...difference.rolesRemoved.map(({ name, ...more }) => `- role ${noted(name, lost(more))}`),
  ]
}

/** Where nothing is `basic` and no role of the operator has anything, members could do nothing: that is a mistake. */
async function requireUse(deps: Deps): Promise<void> {
  const asking = deps.config.resources.filter(({ permissions }) => permissions)
  if (asking.length === 0) return
  const inRoles = new Set((await findRoles(deps.db, '')).flatMap(({ permissionIds }) => permissionIds))
  const useful = [...deps.permissions.all()].filter(
    ({ id, level, deprecatedAt }) => deprecatedAt === null && (level === 'basic' || inRoles.has(id)),
  )
  const idle = asking.filter(
    ({ identifier }) => !useful.some(({ resource }) => resource === comparableResource(identifier)),
  )
  // With a file, it is the file that says so. Without it, somebody has declared scopes of the API, and changed that since.
  const wasUsed = ({ identifier }: Resource): boolean =>
    deps.config.permissions === null &&
    [...deps.permissions.all()].some(({ resource }) => resource === comparableResource(identifier))
  for (const { identifier } of idle.filter(wasUsed))
    deps.log.warn({ resource: identifier }, 'members can do nothing at this API: no scope is basic, or in a role')
  const mistaken = idle.filter((resource) => !wasUsed(resource))
  if (mistaken.length === 0) return
  throw new ConfigError(
    mistaken.map(({ identifier, variable }) => ({
      variable: `${variable}_PERMISSIONS`,
      fault: `is on, but members could do nothing at ${identifier}: PERMISSIONS_FILE makes none of its scopes basic, and has no role with one`,
      example: 'off',
    })),
  )
}
