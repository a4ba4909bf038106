import { insertJoinRequest } from '../../../store/beyond-prisma/organizations/join-requests.ts'
import { countManagers, findManagers } from '../../../store/beyond-prisma/organizations/member-search.ts'
import { findAddresses, findPerson } from '../../../store/hot/people.ts'
import { findJoinable } from '../../../store/prisma/organizations/domains.ts'
import { findOwnJoinRequests } from '../../../store/prisma/organizations/join-requests.ts'
import { mailContext } from '../../delivery/mail-context.ts'
import { queueMail } from '../../delivery/outbox.ts'
import { domainOf } from '../../platform/addresses.ts'
import { type Actor, inTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { day } from '../../platform/durations.ts'
import { enforceLimit } from '../../platform/limits.ts'
import { changeLockedOrganization } from '../changes.ts'

const requestsPerPerson = [{ count: 10, window: day }]
/** Owners and admins who are mailed when someone asks to join. The others see it on the page. */
const managerLimit = 10
/** The highest number of them that is shown to a person who waits. */
const approverLimit = 100

export interface JoinableOrganization {
  organizationId: string
  name: string
  joining: 'suggest' | 'automatic'
  /** They have asked, and the request is still undecided. */
  asked: boolean
}

/** The organizations that a person may join because of a verified address. Exact domains, in their ASCII form. */
export async function joinableOrganizations(deps: Deps, userId: string): Promise<JoinableOrganization[]> {
  const [addresses, asked] = await Promise.all([findAddresses(deps.db, userId), findOwnJoinRequests(deps.db, userId)])
  const domains = addresses.flatMap(({ address }) => domainOf(address) ?? [])
  const found = await findJoinable(deps.db, [...new Set(domains)])
  const byId = new Map(
    found.map((organization) => [
      organization.organizationId,
      { ...organization, asked: asked.includes(organization.organizationId) },
    ]),
  )
  for (const organization of found)
    if (organization.joining === 'automatic') byId.set(organization.organizationId, { ...organization, asked: false })
  return [...byId.values()]
}

/** How many people can approve a request to join. */
export const approverCount = ({ db }: Pick<Deps, 'db'>, organizationId: string): Promise<number> =>
  countManagers(db, organizationId, approverLimit)

/** Joins at once if a domain allows it, otherwise asks to join. Null if no domain of this person's allows either. */
export async function joinByDomain(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  organizationId: string,
): Promise<'joined' | 'asked' | null> {
  const joinable = (await joinableOrganizations(deps, actor.id)).find(
    (candidate) => candidate.organizationId === organizationId,
  )
  if (!joinable) return null
  if (joinable.joining === 'automatic') {
    return changeLockedOrganization(deps, actor, organizationId, 'member.joined', async (change) => {
      if (change.organization.disabledAt) return null
      if (await change.rolesOf(actor.id)) return 'joined' as const
      await change.setRoles(actor.id, ['member'], deps.now())
      await change.takeJoinRequest(actor.id)
      await change.record(['user', actor.id], { by: 'domain' })
      return 'joined' as const
    })
  }
  await enforceLimit(deps, `join-requests:${actor.id}`, requestsPerPerson)
  await askToJoin(deps, actor, joinable)
  return 'asked'
}

/** Asks to join, once: the request, its event and the mails to owners and admins are one transaction. */
async function askToJoin(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  { organizationId, name }: JoinableOrganization,
): Promise<void> {
  const [person, managers] = await Promise.all([
    findPerson(deps.db, actor.id),
    findManagers(deps.db, organizationId, managerLimit),
  ])
  const now = deps.now()
  await inTransaction(deps, async (tx) => {
    if (!(await insertJoinRequest(tx, organizationId, actor.id, now))) return
    await tx.record(actor, { action: 'join_request.created', organizationId, target: ['user', actor.id] })
    for (const { email, locale } of managers)
      await queueMail(
        deps,
        tx,
        {
          kind: 'join-request',
          ...mailContext(deps, email, {
            network: actor.network,
            locales: [locale],
            themeOf: { organization: { id: organizationId, name } },
          }),
          organization: name,
          person: person?.email ?? '',
          link: `${deps.config.issuer}/organizations/${organizationId}/requests`,
        },
        new Date(now.getTime() + 7 * day),
      )
  })
}
