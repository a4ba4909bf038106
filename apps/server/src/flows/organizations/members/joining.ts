import { countManagers, findManagers } from '../../../store/beyond-prisma/organizations/member-search.ts'
import type { Reads } from '../../../store/connections/database.ts'
import { findAddresses, findPerson } from '../../../store/hot/people.ts'
import { findJoinable } from '../../../store/prisma/organizations/domains.ts'
import { findOwnJoinRequests } from '../../../store/prisma/organizations/join-requests.ts'
import { mailContext } from '../../delivery/mail-context.ts'
import { queueMail } from '../../delivery/outbox.ts'
import { domainOf } from '../../platform/addresses.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { day } from '../../platform/durations.ts'
import { enforceLimit } from '../../platform/limits.ts'
import { type AuditedChange, changeLockedOrganization } from '../changes.ts'
import { notifiedManagers } from '../domains/domain-notices.ts'
import { directoryVerdict } from './directory-rule.ts'

const requestsPerPerson = [{ count: 10, window: day }]
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
export async function joinableOrganizations(
  { db, config }: Pick<Deps, 'config'> & { db: Reads },
  userId: string,
): Promise<JoinableOrganization[]> {
  const [addresses, asked] = await Promise.all([findAddresses(db, userId), findOwnJoinRequests(db, userId)])
  const domains = addresses.flatMap(({ address }) => domainOf(address) ?? [])
  const all = await findJoinable(db, [...new Set(domains)])
  const found = config.scim ? await asDirectoriesAllow(db, all, userId) : all
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

/**
 * Those whose directory has not ended the access of this person. While an organization has one, only whom it awaits joins by
 * themselves: others ask.
 */
async function asDirectoriesAllow<Of extends Pick<JoinableOrganization, 'organizationId' | 'joining'>>(
  db: Reads,
  organizations: readonly Of[],
  userId: string,
): Promise<Of[]> {
  const allowed: Of[] = []
  for (const organization of organizations) {
    const verdict = await directoryVerdict(db, organization.organizationId, { userId })
    const joinsAlone = verdict === null || verdict === 'awaited'
    if (verdict !== 'refused') allowed.push(joinsAlone ? organization : { ...organization, joining: 'suggest' })
  }
  return allowed
}

/** How many people can approve a request to join. */
export const approverCount = ({ db }: Pick<Deps, 'db'>, organizationId: string): Promise<number> =>
  countManagers(db, organizationId, approverLimit)

/**
 * Joins at once if a domain allows it, otherwise asks to join. Null if no domain of this person's allows either, which is
 * decided while the organization is locked: a rule that was switched off a moment ago lets nobody in.
 */
export async function joinByDomain(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  organizationId: string,
): Promise<'joined' | 'asked' | null> {
  const findJoinableNow = async (db: Reads) =>
    (await joinableOrganizations({ db, config: deps.config }, actor.id)).find(
      (candidate) => candidate.organizationId === organizationId,
    )
  const expected = await findJoinableNow(deps.db)
  if (!expected) return null
  if (expected.joining === 'suggest') await enforceLimit(deps, `join-requests:${actor.id}`, requestsPerPerson)
  return changeLockedOrganization(deps, actor, organizationId, 'member.joined', async (change) => {
    const joinable = await findJoinableNow(change.tx)
    if (!joinable) return null
    if (await change.rolesOf(actor.id)) return 'joined'
    if (joinable.joining === 'suggest') return askToJoin(deps, actor, change)
    await change.setRoles(actor.id, ['member'], deps.now())
    await change.record(['user', actor.id], { by: 'domain' })
    return 'joined'
  })
}

/** Asks to join, once: the request, its event and the mails to owners and admins are one transaction. */
async function askToJoin(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  { tx, addJoinRequest, record, organization: { id, name } }: AuditedChange,
): Promise<'asked'> {
  const now = deps.now()
  if (!(await addJoinRequest(actor.id, now))) return 'asked'
  await record(['user', actor.id], undefined, 'join_request.created')
  const person = await findPerson(tx, actor.id)
  for (const { email, locale } of await findManagers(tx, id, notifiedManagers))
    await queueMail(
      deps,
      tx,
      {
        kind: 'join-request',
        ...mailContext(deps, email, {
          network: actor.network,
          locales: [locale],
          themeOf: { organization: { id, name } },
        }),
        organization: name,
        person: person?.email ?? '',
        link: `${deps.config.issuer}/organizations/${id}/requests`,
      },
      new Date(now.getTime() + 7 * day),
    )
  return 'asked'
}
