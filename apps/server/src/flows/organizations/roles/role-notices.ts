import type { Mail } from '../../../mail/messages.ts'
import { permissionKey } from '../../../oidc/permissions-document.ts'
import { findOwners } from '../../../store/beyond-prisma/organizations/member-search.ts'
import { mailContext } from '../../delivery/mail-context.ts'
import { queueMail } from '../../delivery/outbox.ts'
import type { Deps } from '../../platform/deps.ts'
import { day } from '../../platform/durations.ts'
import type { AuditedChange } from '../changes.ts'
import type { RoleContents } from './role-contents.ts'

/** Permissions that a mail names. */
const namedPermissions = 10

/** Tells the owners of an organization that one of its roles now has permissions that otherwise only they have. */
export async function notifyOwners(
  deps: Deps,
  { tx, organization: { id, name } }: AuditedChange,
  key: string,
  { before, after }: { before: RoleContents; after: RoleContents },
): Promise<void> {
  const added = after.permissionIds
    .filter((permissionId) => !before.permissionIds.includes(permissionId))
    .flatMap((permissionId) => deps.permissions.findById(permissionId) ?? [])
    .filter(({ level }) => level === 'owner')
  if (added.length === 0) return
  const until = new Date(deps.now().getTime() + 7 * day)
  for (const { address, locale } of await findOwners(tx, id)) {
    const mail: Mail = {
      kind: 'owner-role',
      ...mailContext(deps, address, { locales: [locale], themeOf: { organization: { id, name } } }),
      organization: name,
      role: key,
      permissions: added.slice(0, namedPermissions).map(permissionKey).join(', '),
      link: `${deps.config.issuer}/organizations/${id}/roles`,
    }
    await queueMail(deps, tx, mail, until)
  }
}
