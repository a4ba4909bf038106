import type { Deps } from '../flows/platform/deps.ts'
import { nameIn, type Permission } from '../oidc/permissions.ts'
import { permissionKey } from '../oidc/permissions-document.ts'
import { findScopeText } from '../oidc/scope-texts.ts'
import type { PermissionGroup, ShownPermission } from '../pages/rights.tsx'
import type { Words } from '../words/index.ts'

/** A permission in the language of a page: by its own name, that of the scope that it is, or its technical one. */
export function shownPermission(
  { resources }: Pick<Deps, 'resources'>,
  { lang }: Pick<Words, 'lang'>,
  permission: Pick<Permission, 'resource' | 'name' | 'names'>,
): ShownPermission {
  const { resource, name, names } = permission
  const texts = resource === '' ? undefined : resources.find(resource)?.scopeTexts
  const label = nameIn(names, lang) ?? (texts && findScopeText(texts, name, lang)?.name) ?? null
  return { key: permissionKey(permission), label, technical: name }
}

/** Permissions by what they are of: the application as such first, then each API. */
export function groupsOf<P extends Pick<Permission, 'resource' | 'name' | 'names'>>(
  { resources }: Pick<Deps, 'resources'>,
  words: Words,
  permissions: readonly P[],
): PermissionGroup<P>[] {
  const apis = [...new Set(permissions.map(({ resource }) => resource))].sort()
  return apis.map((api) => ({
    of: api === '' ? words.console.sections.applications : (resources.find(api)?.name ?? api),
    permissions: permissions
      .filter(({ resource }) => resource === api)
      .map((permission) => ({ ...permission, ...shownPermission({ resources }, words, permission) })),
  }))
}
