import { randomInt } from 'node:crypto'
import type { DomainNews } from '../../mail/messages.ts'
import { type DueDomain, leaseDomains, noteDomainCheck, scheduleDomains } from '../../store/prisma/domains.ts'
import { findManagers } from '../../store/prisma/members.ts'
import { findOrganization } from '../../store/prisma/organizations.ts'
import { queueMail } from '../delivery/outbox.ts'
import { inTransaction, system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'

const hour = 3_600_000
const day = 24 * hour
/** How long a proven domain may be without its record before it lets nobody in. */
export const lossAfter = 7 * day
/** A process that dies keeps its domains waiting this long. Longer than a batch of lookups may take. */
const lease = 10 * 60_000
const batch = 20
/** Owners and admins who are told. More of them would be a mailing, and the page tells the others. */
const managersTold = 10

/** About a day from now: not all domains at the same moment. */
export const nextCheckAt = (now: Date): Date => new Date(now.getTime() + day + randomInt(2 * hour))

/** Where the proof of a domain stands, and what it says. */
export const txtName = (domain: string): string => `_vestibule.${domain}`
export const txtValue = (token: string): string => `vestibule-verification=${token}`

/**
 * Looks at the records of proven domains that are due, a batch at a time; replicas share the work. Only a clear answer
 * without the record counts against a domain: when the DNS fails, it is asked again in an hour and nothing else changes.
 * Returns how many were looked at.
 */
export async function checkDueDomains(deps: Deps): Promise<number> {
  const now = deps.now()
  const until = new Date(now.getTime() + lease)
  // Those of before, spread over the day: their owners get the same week as everybody from the first look on.
  await scheduleDomains(deps.db, new Date(now.getTime() + hour + randomInt(day)), batch)
  const due = await leaseDomains(deps.db, now, until, batch)
  await Promise.all(due.map((domain) => check(deps, domain, until)))
  return due.length
}

async function check(deps: Deps, domain: DueDomain, until: Date): Promise<void> {
  const records = await deps.txtRecords(txtName(domain.name))
  const now = deps.now()
  const found = records === null ? null : records.includes(txtValue(domain.token))
  const result = afterLook(domain, found, now)
  const { organizationId, name } = domain
  const news = newsOf(domain, result)
  const noted = await inTransaction(deps, async (tx) => {
    if (!(await noteDomainCheck(tx, domain, result, until))) return false
    if (news)
      await tx.record(system, { action: `domain.${eventNames[news]}`, organizationId, target: ['domain', name] })
    return true
  })
  if (noted && news) await tellManagers(deps, organizationId, name, news)
}

const eventNames = { missing: 'record_missing', lost: 'lost', restored: 'restored' } as const

type Standing = Pick<DueDomain, 'seenAt' | 'missingSince' | 'lostAt'>

/** Where a domain stands after a look: `found` is null when the DNS gave no clear answer. */
export function afterLook(before: Standing, found: boolean | null, now: Date): Standing & { nextCheckAt: Date } {
  const { seenAt, missingSince, lostAt } = before
  if (found === null) return { seenAt, missingSince, lostAt, nextCheckAt: new Date(now.getTime() + hour) }
  if (found) return { seenAt: now, missingSince: null, lostAt: null, nextCheckAt: nextCheckAt(now) }
  const since = missingSince ?? seenAt ?? now
  const lost = now.getTime() - since.getTime() >= lossAfter
  return { seenAt, missingSince: since, lostAt: lostAt ?? (lost ? now : null), nextCheckAt: nextCheckAt(now) }
}

function newsOf(before: Standing, after: Standing): 'missing' | 'lost' | 'restored' | null {
  if (after.lostAt && !before.lostAt) return 'lost'
  if (after.missingSince && !before.missingSince) return 'missing'
  return before.missingSince && !after.missingSince ? 'restored' : null
}

/** Mails owners and admins what became of a domain, with what they can do. */
export async function tellManagers(
  deps: Deps,
  organizationId: string,
  domain: string,
  news: DomainNews,
): Promise<void> {
  const organization = await findOrganization(deps.db, organizationId)
  if (!organization) return
  const now = deps.now()
  for (const { email, locale } of await findManagers(deps.db, organizationId, managersTold))
    await queueMail(
      deps,
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
      new Date(now.getTime() + lossAfter),
    )
}
