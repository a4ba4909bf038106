import type { DomainNews } from '../../../mail/messages.ts'
import { findManagers } from '../../../store/beyond-prisma/member-search.ts'
import type { Transaction } from '../../../store/connections/database.ts'
import { findOrganization } from '../../../store/prisma/organizations.ts'
import { queueMail } from '../../delivery/outbox.ts'
import type { Deps } from '../../platform/deps.ts'
import { day } from '../../platform/durations.ts'

/** How long a proven domain may be without its record before it lets nobody in. */
export const lostAfter = 7 * day
/** Owners and admins who are told. More of them would be a mailing, and the page tells the others. */
const managerLimit = 10

/** Mails owners and admins what became of a domain, with what they can do. */
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
  for (const { email, locale } of await findManagers(tx, organizationId, managerLimit))
    await queueMail(
      deps,
      tx,
      {
        kind: 'domain-news',
        news,
        to: email,
        application: deps.config.brand.name,
        organization: organization.name,
        domain,
        at: now.toISOString(),
        network: '',
        locales: locale ? [locale] : [],
        link: `${deps.config.issuer}/organizations/${organizationId}/domains`,
      },
      new Date(now.getTime() + lostAfter),
    )
}
