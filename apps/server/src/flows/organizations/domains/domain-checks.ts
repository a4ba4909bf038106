import { randomInt } from 'node:crypto'
import {
  type DueDomain,
  leaseDomains,
  noteDomainCheck,
  scheduleDomains,
} from '../../../store/beyond-prisma/organizations/domain-checks.ts'
import { inTransaction, system } from '../../platform/audit.ts'
import { endAgents } from '../../platform/clients/agent-connections.ts'
import type { Deps } from '../../platform/deps.ts'
import { day, hour, minute } from '../../platform/durations.ts'
import { changeLockedOrganization } from '../changes.ts'
import { lostAfter, notifyManagers } from './domain-notices.ts'

/** How long the domains that a dead process had leased wait. Longer than a batch of lookups takes. */
const lease = 10 * minute
const batch = 20

/** About a day from now, so that not all domains are checked at once. */
export const nextCheckAt = (now: Date): Date => new Date(now.getTime() + day + randomInt(2 * hour))

/** The name of the TXT record that proves a domain, and its value. */
export const txtName = (domain: string): string => `_vestibule.${domain}`
export const txtValue = (token: string): string => `vestibule-verification=${token}`

/**
 * Checks the records of proven domains that are due, a batch at a time; replicas share the work. Only a definite answer
 * without the record counts against a domain: if the DNS fails, it is asked again in an hour, and nothing else changes.
 * Returns how many were checked.
 */
export async function checkDueDomains(deps: Deps): Promise<number> {
  const now = deps.now()
  const until = new Date(now.getTime() + lease)
  // Domains proven before checks existed are spread over a day, and get the same week from their first check on.
  await scheduleDomains(deps.db, new Date(now.getTime() + hour + randomInt(day)), batch)
  const due = await leaseDomains(deps.db, now, until, batch)
  await Promise.all(due.map((domain) => check(deps, domain, until)))
  return due.length
}

async function check(deps: Deps, domain: DueDomain, until: Date): Promise<void> {
  const records = await deps.txtRecords(txtName(domain.name))
  const now = deps.now()
  const found = records === null ? null : records.includes(txtValue(domain.token))
  const result = afterCheck(domain, found, now)
  const { organizationId, name } = domain
  const change = changeBetween(domain, result)
  if (!change)
    return inTransaction(deps, async (tx) => {
      if (await noteDomainCheck(tx, domain, result, until)) tx.commitWithoutEvent('same-check')
    })
  await changeLockedOrganization(
    deps,
    system,
    organizationId,
    `domain.${eventNames[change]}`,
    async ({ tx, record }) => {
      if (!(await noteDomainCheck(tx, domain, result, until))) return
      await record(['domain', name])
      // Whoever is still under another domain gets access again with the next assertion.
      if (change === 'lost') await endAgents(deps, tx, { organizationId })
      await notifyManagers(deps, tx, organizationId, name, change)
    },
  )
}

const eventNames = { missing: 'record_missing', lost: 'lost', restored: 'restored' } as const

type CheckedState = Pick<DueDomain, 'seenAt' | 'missingSince' | 'lostAt'>

/** The state of a domain after a check: `found` is null if the DNS gave no definite answer. */
export function afterCheck(
  before: CheckedState,
  found: boolean | null,
  now: Date,
): CheckedState & { nextCheckAt: Date } {
  const { seenAt, missingSince, lostAt } = before
  if (found === null) return { seenAt, missingSince, lostAt, nextCheckAt: new Date(now.getTime() + hour) }
  if (found) return { seenAt: now, missingSince: null, lostAt: null, nextCheckAt: nextCheckAt(now) }
  const since = missingSince ?? seenAt ?? now
  const lost = now.getTime() - since.getTime() >= lostAfter
  return { seenAt, missingSince: since, lostAt: lostAt ?? (lost ? now : null), nextCheckAt: nextCheckAt(now) }
}

function changeBetween(before: CheckedState, after: CheckedState): 'missing' | 'lost' | 'restored' | null {
  if (after.lostAt && !before.lostAt) return 'lost'
  if (after.missingSince && !before.missingSince) return 'missing'
  return before.missingSince && !after.missingSince ? 'restored' : null
}
