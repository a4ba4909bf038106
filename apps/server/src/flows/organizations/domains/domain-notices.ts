import type { DomainNews } from '../../../mail/messages.ts'
import { findManagers } from '../../../store/beyond-prisma/organizations/member-search.ts'
import type { Transaction } from '../../../store/connections/database.ts'
import { findOrganization } from '../../../store/prisma/organizations/organizations.ts'
import { mailContext } from '../../delivery/mail-context.ts'
import { queueMail } from '../../delivery/outbox.ts'
import type { Deps } from '../../platform/deps.ts'
import { day } from '../../platform/durations.ts'

/** How long the record of a proven domain may be missing before the proof is lost. */
export const lostAfter = 7 * day
/** Owners and admins who are mailed what concerns their organization. The others see it on its page. */
export const notifiedManagers = 10

/** Notifies owners and admins of what happened to a domain, and what they can do. */
export async function notifyManagers(
  deps: Deps,
  tx: Transaction,
  organizationId: string,
  domain: string,
  news: DomainNews,
): Promise<void> {
  const organization = await findOrganization(tx, organizationId)
  if (!organization) return
  const now = deps.now()
  for (const { email, locale } of await findManagers(tx, organizationId, notifiedManagers))
    await queueMail(
      deps,
      tx,
      {
        kind: 'domain-news',
        news,
        ...mailContext(deps, email, { locales: [locale] }),
        organization: organization.name,
        domain,
        link: `${deps.config.issuer}/organizations/${organizationId}/domains`,
      },
      new Date(now.getTime() + lostAfter),
    )
}
