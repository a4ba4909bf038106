import { maxRightsName, type NamesByLanguage } from '../../../oidc/permissions.ts'
import { permissionKey, readPermissionKey } from '../../../oidc/permissions-document.ts'
import { canonicalTag } from '../../../oidc/scope-texts.ts'
import type { RoleRecord } from '../../../store/prisma/rights.ts'
import type { Deps } from '../../platform/deps.ts'
import { cleanName } from '../../platform/names.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'

/** What a role is, beside its key. */
export type RoleContents = Pick<RoleRecord, 'names' | 'assignableBy' | 'permissionIds'>

/** The same as somebody gives it. What is left out stays as it is. */
export interface GivenContents {
  /** By language (BCP 47). */
  names?: Readonly<Record<string, string>> | undefined
  assignableBy?: 'owner' | 'admin' | undefined
  /** As `permissionKey` writes them. */
  permissions?: readonly string[] | undefined
}

export const emptyContents: RoleContents = { names: {}, assignableBy: 'admin', permissionIds: [] }

/** @throws OperationRefused for the first that is not valid, with its field */
export const contentsAfter = (
  deps: Pick<Deps, 'permissions'>,
  before: RoleContents,
  { names, assignableBy, permissions }: GivenContents,
): RoleContents => ({
  names: names === undefined ? before.names : readNames(names),
  assignableBy: assignableBy ?? before.assignableBy,
  permissionIds: permissions === undefined ? before.permissionIds : findPermissionIds(deps, permissions),
})

/** A role has a name in few languages: more than there are words for is a mistake. */
const maxLanguages = 60

function readNames(given: Readonly<Record<string, string>>): NamesByLanguage {
  const entries = Object.entries(given)
  if (entries.length > maxLanguages) throw new OperationRefused('invalid', 'names', 'too-long')
  return Object.fromEntries(
    entries.map(([language, typed]) => {
      const tag = canonicalTag(language)
      if (tag === null) throw new OperationRefused('invalid', 'names', 'malformed')
      const cleaned = cleanName(typed, maxRightsName)
      if (!cleaned.ok) throw new OperationRefused('invalid', 'names', cleaned.problem)
      if (cleaned.name === '') throw new OperationRefused('invalid', 'names', 'required')
      return [tag, cleaned.name]
    }),
  )
}

/** The ids of declared permissions. There is none for all of them: a `*` is a name that nobody declared. */
export function findPermissionIds(
  { permissions }: Pick<Deps, 'permissions'>,
  names: readonly string[],
): readonly string[] {
  const ids = names.map((name) => {
    const key = readPermissionKey(name)
    const found = key === null ? undefined : permissions.find(key)
    if (!found || found.deprecatedAt !== null)
      throw new OperationRefused('invalid', 'permissions', 'unknown-permission', name.slice(0, 200))
    return found.id
  })
  return [...new Set(ids)]
}

/** The names of those permissions that count, in the order in which they were declared. */
export const permissionNames = ({ permissions }: Pick<Deps, 'permissions'>, ids: readonly string[]): string[] =>
  ids
    .flatMap((id) => permissions.findById(id) ?? [])
    .filter(({ deprecatedAt }) => deprecatedAt === null)
    .sort((a, b) => a.ordinal - b.ordinal)
    .map(permissionKey)

/** What an event says of a change; null if nothing changes. */
export function contentsDetail(
  deps: Pick<Deps, 'permissions'>,
  before: RoleContents,
  after: RoleContents,
): Record<string, unknown> | null {
  const without = (ids: readonly string[], others: readonly string[]) => ids.filter((id) => !others.includes(id))
  const [added, removed] = [
    without(after.permissionIds, before.permissionIds),
    without(before.permissionIds, after.permissionIds),
  ]
  const names = sortedJson(before.names) === sortedJson(after.names) ? {} : { names: after.names }
  const assignable = before.assignableBy === after.assignableBy ? {} : { assignable_by: after.assignableBy }
  if (added.length + removed.length + Object.keys({ ...names, ...assignable }).length === 0) return null
  return { added: permissionNames(deps, added), removed: permissionNames(deps, removed), ...names, ...assignable }
}

const sortedJson = (names: NamesByLanguage): string => JSON.stringify(Object.entries(names).sort())
