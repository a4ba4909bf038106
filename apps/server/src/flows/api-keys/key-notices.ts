import type { NoticeEvent } from '../../mail/messages.ts'
import { findOwners } from '../../store/beyond-prisma/organizations/member-search.ts'
import { findPerson } from '../../store/hot/people.ts'
import type { ApiKeyRecord } from '../../store/prisma/api-keys.ts'
import { findOrganization } from '../../store/prisma/organizations/organizations.ts'
import { type Notice, notify } from '../delivery/notices.ts'
import type { AuditedTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'

type NoticedKey = Pick<ApiKeyRecord, 'id' | 'userId' | 'organizationId' | 'name'>
type KeyNotice = Pick<Notice, 'visitor' | 'endsAt' | 'publishedAt'> & { event: NoticeEvent }

/** Notifies those whose key it is: every mailbox of its person, or the owners of its organization. */
export async function notifyOfKey(
  deps: Deps,
  tx: AuditedTransaction,
  key: NoticedKey,
  given: KeyNotice,
): Promise<void> {
  const { userId, organizationId } = key
  const organization = organizationId === null ? null : await findOrganization(tx, organizationId)
  const detail = [key.name, ...(organization ? [organization.name] : []), `${deps.config.apiKeyPrefix}_${key.id}`]
  const notice = { ...given, detail: detail.join(' · ') }
  if (userId !== null) return notifyPerson(deps, tx, userId, { ...notice, page: '/account/keys' })
  if (!organization) return
  const page = `/organizations/${organization.id}/keys` as const
  for (const owner of await findOwners(tx, organization.id))
    await notifyPerson(deps, tx, owner.userId, { ...notice, page })
}

async function notifyPerson(
  deps: Deps,
  tx: AuditedTransaction,
  id: string,
  notice: Omit<Notice, 'person'>,
): Promise<void> {
  const person = await findPerson(tx, id)
  if (person) await notify(deps, tx, { ...notice, person })
}
