import { digest, newSecret } from '../crypto/random.ts'
import {
  claimDomain,
  type DomainRecord,
  deleteDomain,
  findDomain,
  findDomains,
  findJoinable,
  insertDomain,
  type Joining,
  setJoining,
} from '../store/domains.ts'
import { changeOrganization } from '../store/organization-changes.ts'
import {
  findJoinRequests,
  findMembers,
  findOwnJoinRequests,
  insertJoinRequest,
  type JoinRequestRecord,
} from '../store/organizations.ts'
import { findAddresses, findPerson } from '../store/users.ts'
import { domainOf } from './addresses.ts'
import { type Actor, eventOf, record } from './audit.ts'
import type { Deps } from './deps.ts'
import { linkTtl, newCode, redeemCode } from './email-codes.ts'
import { spend, TooManyAttempts } from './limits.ts'
import { may } from './organization-rules.ts'
import { act, Refused, type Seen } from './organizations.ts'
import { queueMail } from './outbox.ts'

const day = 86_400_000
const requestsPerPerson = [{ count: 10, window: day }]
const checksPerOrganization = [{ count: 30, window: 3600_000 }]
const domainsPerOrganization = 20

/** Where the proof of a domain stands, and what it says. */
export const txtName = (domain: string): string => `_vestibule.${domain}`
export const txtValue = (token: string): string => `vestibule-verification=${token}`

export type { DomainRecord, Joining } from '../store/domains.ts'
export const domainsOf = (deps: Deps, { organization }: Seen): Promise<DomainRecord[]> =>
  findDomains(deps.db, organization.id)

/** Notes a domain that an organization says is its own. It means nothing before it is proven. */
export async function addDomain(deps: Deps, actor: Actor, organizationId: string, typed: string): Promise<void> {
  const name = domainOf(`postmaster@${typed.trim().toLowerCase()}`)
  if (!name) throw new Refused('invalid', 'domain', 'invalid-domain')
  await act(deps, actor, organizationId, 'domain.added', 'manage-domains', async () => {
    if ((await findDomains(deps.db, organizationId)).length >= domainsPerOrganization)
      throw new Refused('too-many', 'domain', 'too-many-domains')
  })
  if (await insertDomain(deps.db, { organizationId, name, token: newSecret(), now: deps.now() }))
    await record(deps, actor, { action: 'domain.added', organizationId, target: ['domain', name] })
}

async function domainFor(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  name: string,
  action: string,
): Promise<DomainRecord> {
  await act(deps, actor, organizationId, action, 'manage-domains', async () => {})
  const domain = await findDomain(deps.db, organizationId, name)
  if (!domain) throw new Refused('not-found')
  return domain
}

/** Proves a domain by its TXT record. */
export async function checkDomain(deps: Deps, actor: Actor, organizationId: string, name: string): Promise<void> {
  const domain = await domainFor(deps, actor, organizationId, name, 'domain.verified')
  const wait = await spend(deps, `domain-checks:${organizationId}`, checksPerOrganization)
  if (wait !== null) throw new TooManyAttempts(wait)
  const records = await deps.txtRecords(txtName(name))
  if (!records.includes(txtValue(domain.token))) throw new Refused('invalid', 'domain', 'no-record')
  await claim(deps, actor, organizationId, name, 'dns')
}

async function claim(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  name: string,
  method: 'dns' | 'email',
): Promise<void> {
  if (!(await claimDomain(deps.db, { organizationId, name, method, now: deps.now() })))
    throw new Refused('taken', 'domain', 'domain-taken')
  await record(deps, actor, { action: 'domain.verified', organizationId, target: ['domain', name], detail: { method } })
}

const postmasterTarget = (organizationId: string, name: string) => ({
  address: `postmaster@${name}`,
  purpose: `domain:${organizationId}`,
  browserDigest: digest(organizationId),
  subject: organizationId,
})

/** The weaker proof: a code to the postmaster of the domain (RFC 5321 section 4.5.1). It never lets people in by itself. */
export async function mailDomainCode(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  name: string,
  languages: readonly string[],
): Promise<void> {
  await domainFor(deps, actor, organizationId, name, 'domain.verified')
  const target = postmasterTarget(organizationId, name)
  const wait =
    (await spend(deps, `domain-checks:${organizationId}`, checksPerOrganization)) ??
    (await spend(deps, `mail:${digest(target.address)}`, deps.config.limits.mailPerAddress))
  if (wait !== null) throw new TooManyAttempts(wait)
  const { code } = await newCode(deps, target)
  const now = deps.now()
  await queueMail(
    deps,
    {
      kind: 'address-code',
      to: target.address,
      application: deps.config.brand.name,
      at: now.toISOString(),
      network: actor.network ?? '',
      locales: languages,
      code,
      link: `${deps.config.issuer}/`,
    },
    new Date(now.getTime() + linkTtl),
  )
}

export async function confirmDomainCode(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  name: string,
  code: string,
): Promise<void> {
  await domainFor(deps, actor, organizationId, name, 'domain.verified')
  const problem = await redeemCode(deps, postmasterTarget(organizationId, name), code)
  if (problem) throw new Refused('invalid', 'code', problem)
  await claim(deps, actor, organizationId, name, 'email')
}

/** What people with an address of a proven domain may do. Letting them in by themselves needs the proof by DNS. */
export async function chooseJoining(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  name: string,
  joining: Joining,
): Promise<void> {
  const domain = await domainFor(deps, actor, organizationId, name, 'domain.updated')
  if (!domain.verifiedAt) throw new Refused('invalid', 'domain', 'not-verified')
  if (joining === 'automatic' && domain.method !== 'dns') throw new Refused('invalid', 'joining', 'needs-dns')
  await setJoining(deps.db, organizationId, name, joining)
  await record(deps, actor, { action: 'domain.updated', organizationId, target: ['domain', name], detail: { joining } })
}

export async function removeDomain(deps: Deps, actor: Actor, organizationId: string, name: string): Promise<void> {
  await domainFor(deps, actor, organizationId, name, 'domain.removed')
  await deleteDomain(deps.db, organizationId, name)
  await record(deps, actor, { action: 'domain.removed', organizationId, target: ['domain', name] })
}

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
  const one = (await joinableFor(deps, actor.id)).find((joinable) => joinable.organizationId === organizationId)
  if (!one) return null
  if (one.joining === 'automatic') {
    const done = await changeOrganization(deps.db, organizationId, async (change) => {
      if (change.organization.disabledAt) return null
      if (await change.rolesOf(actor.id)) return 'joined' as const
      await change.setRoles(actor.id, ['member'], deps.now())
      await change.takeJoinRequest(actor.id)
      await change.record(
        eventOf(deps, actor, {
          action: 'member.joined',
          organizationId,
          target: ['user', actor.id],
          detail: { by: 'domain' },
        }),
      )
      return 'joined' as const
    })
    deps.wake()
    return done
  }
  const wait = await spend(deps, `join-requests:${actor.id}`, requestsPerPerson)
  if (wait !== null) throw new TooManyAttempts(wait)
  if (await insertJoinRequest(deps.db, organizationId, actor.id, deps.now())) {
    await record(deps, actor, { action: 'join_request.created', organizationId, target: ['user', actor.id] })
    await tellAdmins(deps, actor, organizationId, one.name)
  }
  return 'asked'
}

async function tellAdmins(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  organizationId: string,
  name: string,
): Promise<void> {
  const [person, members] = await Promise.all([findPerson(deps.db, actor.id), findMembers(deps.db, organizationId)])
  const now = deps.now()
  for (const member of members.filter(({ roles, email }) => email && may(roles, 'manage-members')).slice(0, 10)) {
    const admin = await findPerson(deps.db, member.userId)
    await queueMail(
      deps,
      {
        kind: 'join-request',
        to: member.email as string,
        application: deps.config.brand.name,
        organization: name,
        person: person?.email ?? '',
        at: now.toISOString(),
        network: actor.network,
        locales: admin?.locale ? [admin.locale] : [],
        link: `${deps.config.issuer}/organizations/${organizationId}/requests`,
      },
      new Date(now.getTime() + 7 * day),
    )
  }
}

export const joinRequestsOf = (deps: Deps, { organization }: Seen): Promise<JoinRequestRecord[]> =>
  findJoinRequests(deps.db, organization.id)

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
    if (!(await change.takeJoinRequest(userId))) throw new Refused('not-found')
    if (allow && !(await change.rolesOf(userId))) await change.setRoles(userId, ['member'], deps.now())
    await change.record(eventOf(deps, actor, { action, organizationId, target: ['user', userId] }))
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
