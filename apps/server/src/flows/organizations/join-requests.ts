import { findAddresses, findPerson } from '../../store/hot/people.ts'
import { findJoinable } from '../../store/prisma/domains.ts'
import {
  findJoinRequests,
  findOwnJoinRequests,
  insertJoinRequest,
  type JoinRequestRecord,
} from '../../store/prisma/join-requests.ts'
import { findManagers } from '../../store/prisma/members.ts'
import { queueMail } from '../delivery/outbox.ts'
import { domainOf } from '../platform/addresses.ts'
import { type Actor, inTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { consumeLimit, TooManyAttempts } from '../platform/limits.ts'
import { act, changeOrganization, OperationRefused, type OrganizationView } from './access.ts'

const day = 86_400_000
const requestsPerPerson = [{ count: 10, window: day }]
/** Owners and admins who get a mail when someone asks to join. The page shows the request to all of them. */
const managersTold = 10

export interface Joinable {
  organizationId: string
  name: string
  joining: 'suggest' | 'automatic'
  /** They asked already, and nobody has answered yet. */
  asked: boolean
}

/** The organizations that a person may join because of a verified address. Exact domains, in their ASCII form. */
export async function joinableFor(deps: Deps, userId: string): Promise<Joinable[]> {
  const [addresses, asked] = await Promise.all([findAddresses(deps.db, userId), findOwnJoinRequests(deps.db, userId)])
  const domains = addresses.flatMap(({ address }) => domainOf(address) ?? [])
  const found = await findJoinable(deps.db, [...new Set(domains)])
  const once = new Map(found.map((one) => [one.organizationId, { ...one, asked: asked.includes(one.organizationId) }]))
  for (const one of found) if (one.joining === 'automatic') once.set(one.organizationId, { ...one, asked: false })
  return [...once.values()]
}

/** Joins at once where a domain lets people in, else asks. Null when nothing lets this person in. */
export async function joinByDomain(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  organizationId: string,
): Promise<'joined' | 'asked' | null> {
  const joinable = (await joinableFor(deps, actor.id)).find((one) => one.organizationId === organizationId)
  if (!joinable) return null
  if (joinable.joining === 'automatic') {
    return changeOrganization(deps, actor, organizationId, 'member.joined', async (change) => {
      if (change.organization.disabledAt) return change.unchanged(null)
      if (await change.rolesOf(actor.id)) return change.unchanged('joined' as const)
      await change.setRoles(actor.id, ['member'], deps.now())
      await change.takeJoinRequest(actor.id)
      await change.audit(['user', actor.id], { by: 'domain' })
      return 'joined' as const
    })
  }
  const wait = await consumeLimit(deps, `join-requests:${actor.id}`, requestsPerPerson)
  if (wait !== null) throw new TooManyAttempts(wait)
  await ask(deps, actor, joinable)
  return 'asked'
}

/** Asks to join, once: the request, its event and the mails to owners and admins are kept together. */
async function ask(deps: Deps, actor: Actor & { kind: 'user' }, { organizationId, name }: Joinable): Promise<void> {
  const [person, managers] = await Promise.all([
    findPerson(deps.db, actor.id),
    findManagers(deps.db, organizationId, managersTold),
  ])
  const now = deps.now()
  await inTransaction(deps, async (tx) => {
    if (!(await insertJoinRequest(tx, organizationId, actor.id, now))) return
    await tx.record(actor, { action: 'join_request.created', organizationId, target: ['user', actor.id] })
    for (const { email, locale } of managers)
      await queueMail(
        deps,
        {
          kind: 'join-request',
          to: email,
          application: deps.config.brand.name,
          organization: name,
          person: person?.email ?? '',
          at: now.toISOString(),
          network: actor.network,
          locales: locale ? [locale] : [],
          link: `${deps.config.issuer}/organizations/${organizationId}/requests`,
        },
        new Date(now.getTime() + 7 * day),
        undefined,
        tx,
      )
  })
}

/** Those who ask to join, a page at a time. */
export const listJoinRequests = (
  deps: Deps,
  { organization }: OrganizationView,
  page: { after: string | null; limit: number },
): Promise<JoinRequestRecord[]> => findJoinRequests(deps.db, organization.id, page)

/** Lets someone in, or not. They are told either way. */
export async function decideJoinRequest(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  userId: string,
  allow: boolean,
): Promise<void> {
  const action = allow ? 'join_request.approved' : 'join_request.declined'
  const name = await act(deps, actor, organizationId, action, 'manage-members', async (change) => {
    if (!(await change.takeJoinRequest(userId))) throw new OperationRefused('not-found')
    if (allow && !(await change.rolesOf(userId))) await change.setRoles(userId, ['member'], deps.now())
    await change.audit(['user', userId])
    return change.organization.name
  })
  const person = await findPerson(deps.db, userId)
  if (!person?.email) return
  const now = deps.now()
  await queueMail(
    deps,
    {
      kind: allow ? 'join-approved' : 'join-declined',
      to: person.email,
      application: deps.config.brand.name,
      organization: name,
      at: now.toISOString(),
      network: '',
      locales: person.locale ? [person.locale] : [],
      link: `${deps.config.issuer}/account/organizations`,
    },
    new Date(now.getTime() + 7 * day),
  )
}
