import type { DirectoryNews } from '../../mail/messages.ts'
import { findManagers, findOwners, mostOwners } from '../../store/beyond-prisma/organizations/member-search.ts'
import { findAddresses } from '../../store/hot/people.ts'
import { findSetupLink } from '../../store/prisma/federation/setup-links.ts'
import { mailContext } from '../delivery/mail-context.ts'
import { queueMail } from '../delivery/outbox.ts'
import { type Actor, type AuditedTransaction, system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { consumeLimit } from '../platform/limits.ts'

const noticesOfParked = [{ count: 1, window: day }]

type NamedOrganization = { id: string; name: string }

interface DirectoryNotice {
  news: DirectoryNews
  actor: Pick<Actor, 'kind' | 'id' | 'network'>
  /** Of a token that expires. */
  expiresAt?: Date
  /** What it is about, such as the beginning of a token. */
  detail?: string
}

type Recipient = { address: string; locale: string | null }

/** Tells all owners what somebody did with the directory of their organization, in the transaction of that. */
export async function notifyOwnersOfDirectory(
  deps: Deps,
  tx: AuditedTransaction,
  organization: NamedOrganization,
  notice: DirectoryNotice,
): Promise<void> {
  const link = notice.actor.kind === 'setup_link' ? await findSetupLink(tx, notice.actor.id ?? '') : null
  await send(deps, tx, await findOwners(tx, organization.id), { ...notice, organization, by: link?.email })
}

async function send(
  deps: Deps,
  tx: AuditedTransaction,
  recipients: readonly Recipient[],
  notice: DirectoryNotice & { organization: NamedOrganization; by?: string | undefined; path?: string },
): Promise<void> {
  const { news, actor, organization, expiresAt, detail = '', by } = notice
  const { path = `/organizations/${organization.id}/directory` } = notice
  const keptUntil = new Date(deps.now().getTime() + 7 * day)
  for (const { address, locale } of recipients)
    await queueMail(
      deps,
      tx,
      {
        kind: 'directory-news',
        ...mailContext(deps, address, { network: actor.network, locales: [locale] }),
        ...{ news, organization: organization.name, details: [detail, by ?? ''].filter(Boolean) },
        ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}),
        byLink: by !== undefined,
        link: `${deps.config.issuer}${path}`,
      },
      keptUntil,
    )
}

/**
 * The directory has deactivated the last owner: the admins are told that the ownership waits. There is no owner who could be,
 * but the one whose sign-in has ended: they are told too. So are the operators, who can name another one. Once a day: a
 * directory may deactivate and activate an owner as often as it likes.
 */
export async function noticeOwnerParked(
  deps: Deps,
  tx: AuditedTransaction,
  { organization, userId }: { organization: NamedOrganization; userId: string },
): Promise<void> {
  if ((await consumeLimit({ db: tx, now: deps.now }, `owner-parked:${organization.id}`, noticesOfParked)) !== null)
    return
  const managers = await findManagers(tx, organization.id, mostOwners)
  const own = (await findAddresses(tx, userId)).filter(({ primary }) => primary)
  const recipients = [
    ...managers.map(({ email, locale }) => ({ address: email, locale })),
    ...own.map(({ address }) => ({ address, locale: null })),
  ]
  const reached = recipients.filter(
    ({ address }, index) => recipients.findIndex((other) => other.address === address) === index,
  )
  const notice = { news: 'owner-parked', actor: system, organization } as const
  await send(deps, tx, reached, notice)
  const operators = deps.config.operators.filter((address) => !reached.some((other) => other.address === address))
  const path = `/admin/organizations/${organization.id}`
  await send(
    deps,
    tx,
    operators.map((address) => ({ address, locale: null })),
    { ...notice, path },
  )
}

/** The owners are told that a token of their directory ends soon. */
export const noticeTokenExpiring = (
  deps: Deps,
  tx: AuditedTransaction,
  { organization, expiresAt, prefix }: { organization: NamedOrganization; expiresAt: Date; prefix: string },
): Promise<void> =>
  notifyOwnersOfDirectory(deps, tx, organization, {
    ...{ news: 'token-expiring', actor: system, expiresAt, detail: `${prefix}…` },
  })
