import type { SsoNews } from '../../mail/messages.ts'
import { findWithoutIdentity } from '../../store/beyond-prisma/organizations/company-sign-in.ts'
import { findOwners } from '../../store/beyond-prisma/organizations/member-search.ts'
import { findSetupLink } from '../../store/prisma/federation/setup-links.ts'
import { mailContext } from '../delivery/mail-context.ts'
import { queueMail } from '../delivery/outbox.ts'
import { type Actor, type AuditedTransaction, inTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'

/** Members who are told in one transaction. */
const batch = 100

interface OwnerNotice {
  news: SsoNews
  actor: Pick<Actor, 'kind' | 'id' | 'network'>
  /** Of the connection. */
  name?: string
  domain?: string
  /** That a set-up link is for. */
  email?: string
  /** Where it is looked at. */
  page?: 'sso' | 'agents'
}

/** Tells all owners what happened to the sign-in of their organization, in the transaction of that. */
export async function notifyOwners(
  deps: Deps,
  tx: AuditedTransaction,
  organization: { id: string; name: string },
  { news, actor, name = '', domain = '', email, page = 'sso' }: OwnerNotice,
): Promise<void> {
  const link = actor.kind === 'setup_link' ? await findSetupLink(tx, actor.id ?? '') : null
  const address = email ?? link?.email ?? ''
  const expiresAt = new Date(deps.now().getTime() + 7 * day)
  for (const owner of await findOwners(tx, organization.id))
    await queueMail(
      deps,
      tx,
      {
        kind: 'sso-news',
        ...mailContext(deps, owner.address, { network: actor.network, locales: [owner.locale] }),
        ...{ news, organization: organization.name, details: [name, domain, address].filter(Boolean) },
        byLink: link !== null,
        link: `${deps.config.issuer}/organizations/${organization.id}/${page}`,
      },
      expiresAt,
    )
}

/** Tells the members who never signed in by their company that they will have to. */
export async function notifyMembersWithoutIdentity(
  deps: Deps,
  organization: { id: string; name: string },
): Promise<void> {
  const expiresAt = new Date(deps.now().getTime() + 7 * day)
  let after = ''
  for (;;) {
    const members = await findWithoutIdentity(deps.db, organization.id, { after, limit: batch })
    await inTransaction(deps, async (tx) => {
      tx.commitWithoutEvent('queue')
      for (const { address, locale } of members)
        if (address)
          await queueMail(
            deps,
            tx,
            {
              kind: 'sso-required',
              ...mailContext(deps, address, { locales: [locale] }),
              ...{ organization: organization.name, link: `${deps.config.issuer}/account/organizations` },
            },
            expiresAt,
          )
    })
    const last = members.at(-1)
    if (!last || members.length < batch) return
    after = last.userId
  }
}
