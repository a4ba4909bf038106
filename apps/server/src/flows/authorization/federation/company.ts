import { isThirdParty } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import { isInUse } from '../../../oidc/federation/connection.ts'
import { isGoogle } from '../../../oidc/federation/providers.ts'
import { lockPerson } from '../../../store/beyond-prisma/accounts.ts'
import { isReassigned, isUnusedAccount } from '../../../store/beyond-prisma/directory/unused-accounts.ts'
import {
  findIdentity,
  type IdentityKey,
  isKnownByAnotherSubject,
  redeemHeldIdentity,
} from '../../../store/beyond-prisma/people/external-identities.ts'
import { findAwaitingAccount } from '../../../store/beyond-prisma/people/unverified-addresses.ts'
import { AddressReserved } from '../../../store/beyond-prisma/reserved-addresses.ts'
import { findAddresses, findUserByEmail } from '../../../store/hot/people.ts'
import { type ConnectionRecord, findConnection } from '../../../store/prisma/federation/connections.ts'
import { provenByDns } from '../../../store/prisma/organizations/domains.ts'
import { findInvitations } from '../../../store/prisma/organizations/invitations.ts'
import type { OrganizationRecord } from '../../../store/prisma/organizations/organization-changes.ts'
import { findOrganization, findRoles } from '../../../store/prisma/organizations/organizations.ts'
import { connectedDomainOf } from '../../federation/discovery.ts'
import { changeLockedOrganization } from '../../organizations/changes.ts'
import { pendingInvitations } from '../../organizations/invitations/received-invitations.ts'
import { directoryVerdict } from '../../organizations/members/directory-rule.ts'
import { canonicalAddress, domainOf } from '../../platform/addresses.ts'
import { inTransaction, system } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Visitor } from '../../platform/visitor.ts'
import type { OpenInteraction } from '../interactions.ts'
import { maySignIn } from '../sign-up.ts'
import { mailConnectCode } from './connect-codes.ts'
import { type HeldIdentity, keepIdentity, linkIdentityIn, type OpenedIdentity } from './held-identities.ts'
import { changeMembership, updateMembership } from './membership.ts'
import { makeAccountIn } from './new-account.ts'
import { entered, type FederatedResult, type IdentityFacts, refused } from './result.ts'
import { enter } from './session.ts'

/** An answer of the identity provider of an organization. */
export interface CompanyAnswer {
  attemptId: string
  connection: ConnectionRecord
  organization: OrganizationRecord
  facts: IdentityFacts
}

/** Signs in whom the identity provider of an organization named. */
export async function signInByCompany(
  deps: Deps,
  open: OpenInteraction,
  answer: CompanyAnswer,
  visitor: Visitor,
): Promise<FederatedResult> {
  const { connection, facts, attemptId, organization } = answer
  const { issuer, subject, email } = facts.identity
  const key = { connectionId: connection.id, issuer, subject }
  const known = await findIdentity(deps.db, key)
  if (known?.disabled) return refused('account-disabled')
  const address = canonicalAddress(email ?? '')
  const isTheirs = address !== null && (await isOfOrganization(deps, answer, address))
  const isProven = isTheirs && facts.identity.emailVerified !== false
  // Members who are known are signed in, whatever the provider says of their address.
  if (known && (await findRoles(deps.db, organization.id, known.userId)) !== null)
    return arrive(deps, open, answer, { key, userId: known.userId, isProven }, visitor)
  if (address === null) return refused('email-missing')
  if (!isTheirs) return refused('outside-domain')
  const account = await findUserByEmail(deps.db, address)
  if (account?.disabled) return refused('account-disabled')
  if (account && (await isOfAnother(deps, connection, { userId: account.id, address }))) return refused('address-taken')
  if (
    account &&
    !known &&
    isProven &&
    (await isUnusedAccountOfDirectory(deps, deps.db, connection, { userId: account.id, address }))
  )
    return enterFirst(deps, open, answer, { key, userId: account.id, address }, visitor)
  const { id: connectionId, clientId } = connection
  const held = { ...facts, connectionId, clientId, social: null, name: organization.name, address, userId: null }
  const confirming = known?.userId ?? account?.id
  const theirs = confirming
    ? await accountToConfirm(deps, confirming, address)
    : memberWhoIsSignedIn(open, organization.id)
  if (theirs && (await isKnownByAnotherSubject(deps.db, key, theirs.userId))) return refused('other-subject')
  // Asked before a code is mailed that would lead nowhere: who has no account hears the same.
  const mayCome = theirs
    ? await isProvisioned(deps, connection, { userId: theirs.userId, isProven: true })
    : known === null
  if (!mayCome) return refused('not-provisioned')
  if (!theirs) {
    const refusal = await refusalOfNew(deps, open, answer, address)
    if (refusal !== null) return refused(refusal)
    const needsCode = !isProven || (await findAwaitingAccount(deps.db, address)) !== null
    if (!needsCode) return makeMember(deps, open, answer, { held, shown: null }, visitor)
  }
  const kept = { ...held, ...theirs }
  await keepIdentity(deps, open, attemptId, kept)
  await mailConnectCode(deps, open, kept, visitor)
  return { kind: 'confirm' }
}

/** The connection and its organization, if it signs people in. */
export async function companyInUse(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  connectionId: string,
): Promise<Pick<CompanyAnswer, 'connection' | 'organization'> | null> {
  const connection = config.sso ? await findConnection(db, connectionId) : null
  const organization = connection && (await findOrganization(db, connection.organizationId))
  if (!connection || !organization || organization.disabledAt !== null) return null
  return isInUse(connection.state) && organization.ssoPolicy !== 'off' ? { connection, organization } : null
}

/**
 * Whether an address is of a domain of the connection that its organization has proven by DNS, as far as is known today. A
 * provider is believed about no other: its administrators may write any address there.
 */
export async function isOfOrganization(
  deps: Deps,
  { connection, facts }: Pick<CompanyAnswer, 'connection' | 'facts'>,
  address: string,
): Promise<boolean> {
  const [connected, proven] = await Promise.all([
    connectedDomainOf(deps, address),
    provenByDns(deps.db, connection.organizationId, deps.now()),
  ])
  // Google accounts may have an address elsewhere: the Workspace that they are in has to be the organization's too.
  const workspace = isGoogle(connection) ? (facts.identity.hostedDomain ?? '') : null
  return (
    connected?.connectionId === connection.id &&
    proven.includes(domainOf(address) ?? '') &&
    (workspace === null || proven.includes(workspace))
  )
}

/** A member who is signed in otherwise, and has another address than at the provider. They confirm that it is theirs. */
const memberWhoIsSignedIn = (
  { person, memberships }: OpenInteraction,
  organizationId: string,
): { userId: string; address: string } | null =>
  person?.email != null && memberships.some((membership) => membership.organizationId === organizationId)
    ? { userId: person.id, address: person.email }
    : null

/**
 * The account that somebody confirms to be theirs, and the address that a code to it is mailed to: the one that the provider named,
 * if it is of the account. So does whom the provider knows, and who is no member any more or not yet: neither by an invitation
 * nor by its provider does an organization bring back whoever has left it.
 */
async function accountToConfirm(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  address: string,
): Promise<{ userId: string; address: string } | null> {
  const addresses = await findAddresses(db, userId)
  const asked = addresses.find((own) => own.address === address) ?? addresses.find(({ primary }) => primary)
  return asked ? { userId, address: asked.address } : null
}

/** Signs in a person who is known to the connection, if they are a member, may become one, or are invited. */
export async function arrive(
  deps: Deps,
  open: OpenInteraction,
  { connection, facts }: Pick<CompanyAnswer, 'connection' | 'facts'>,
  { key, userId, isProven }: { key: IdentityKey; userId: string; isProven: boolean },
  visitor: Visitor,
): Promise<FederatedResult> {
  if (!(await isProvisioned(deps, connection, { userId, isProven }))) return refused('not-provisioned')
  const mayJoin = await mayJoinBy(deps, connection, { whom: { userId }, isProven })
  await updateMembership(deps, connection, { userId, groups: facts.identity.groups, mayJoin })
  return entered(await enter(deps, open, { ...facts, key, userId, connection }, visitor))
}

/** Whether somebody with an account is a member, may become one by the connection, or is invited. */
export const isProvisioned = async (
  deps: Deps,
  connection: ConnectionRecord,
  { userId, isProven }: { userId: string; isProven: boolean },
): Promise<boolean> =>
  (await mayJoinBy(deps, connection, { whom: { userId }, isProven })) ||
  (await findRoles(deps.db, connection.organizationId, userId)) !== null ||
  (await isInvited(deps, userId, connection.organizationId))

/** Whether somebody becomes a member by signing in: the directory says so, and where it knows nothing the connection does. */
async function mayJoinBy(
  { config, db }: Deps,
  { organizationId, settings }: ConnectionRecord,
  { whom, isProven }: { whom: Parameters<typeof directoryVerdict>[2]; isProven: boolean },
): Promise<boolean> {
  const verdict = config.scim && isProven ? await directoryVerdict(db, organizationId, whom) : null
  const isUnknown = verdict === null || verdict === 'unknown'
  return isProven && (isUnknown ? settings.jit : verdict === 'awaited')
}

/**
 * Whether the directory of the organization made an account that nobody has ever used, and that has nothing but this membership:
 * then there is nobody who would have to confirm that it is theirs.
 */
const isUnusedAccountOfDirectory = async (
  { config }: Deps,
  db: Parameters<typeof isUnusedAccount>[0],
  { organizationId }: ConnectionRecord,
  whom: { userId: string; address: string },
): Promise<boolean> => config.scim && isUnusedAccount(db, { organizationId, ...whom })

/** Whether the directory of the organization has given an address of an account to another person: then no code connects it. */
export const isOfAnother = async (
  { config, db }: Deps,
  { organizationId }: ConnectionRecord,
  whom: { userId: string; address: string },
): Promise<boolean> => config.scim && isReassigned(db, { organizationId, ...whom })

/** Links an account that nobody has used yet, and signs in to it. Somebody who has used it meanwhile confirms that it is theirs. */
async function enterFirst(
  deps: Deps,
  open: OpenInteraction,
  answer: CompanyAnswer,
  { key, userId, address }: { key: IdentityKey; userId: string; address: string },
  visitor: Visitor,
): Promise<FederatedResult> {
  const { connection, facts } = answer
  const linked = await inTransaction(deps, async (tx) => {
    await lockPerson(tx, userId)
    if (!(await isUnusedAccountOfDirectory(deps, tx, connection, { userId, address }))) return tx.takeBack('used')
    return linkIdentityIn(deps, tx, { connectionId: connection.id, identity: facts.identity }, userId, visitor)
  })
  if (linked === 'used') return signInByCompany(deps, open, answer, visitor)
  return linked ? arrive(deps, open, answer, { key, userId, isProven: true }, visitor) : refused('identity-taken')
}

const isInvited = async (deps: Deps, userId: string, organizationId: string): Promise<boolean> =>
  (await pendingInvitations(deps, userId)).some((invitation) => invitation.organizationId === organizationId)

/** Why somebody who comes for the first time gets no account. */
async function refusalOfNew(
  deps: Deps,
  open: OpenInteraction,
  { connection, organization }: CompanyAnswer,
  address: string,
): Promise<'not-provisioned' | 'sign-up-closed' | null> {
  const joins = await mayJoinBy(deps, connection, { whom: { address }, isProven: true })
  const invitations = joins ? [] : await findInvitations(deps.db, [address], deps.now())
  if (!joins && !invitations.some(({ organizationId }) => organizationId === organization.id)) return 'not-provisioned'
  return (await maySignUp(deps, open, organization, address)) ? null : 'sign-up-closed'
}

/**
 * Makes the account of somebody who comes for the first time, and a member of them: at once, or not at all. `shown`: what waited
 * until a code has shown that the mailbox is theirs.
 */
export async function makeMember(
  deps: Deps,
  open: OpenInteraction,
  answer: CompanyAnswer,
  { held, shown }: { held: HeldIdentity; shown: OpenedIdentity | null },
  visitor: Visitor,
): Promise<FederatedResult> {
  const { connection, organization, facts } = answer
  const joins = await mayJoinBy(deps, connection, { whom: { address: held.address }, isProven: true })
  const refusal = await refusalOfNew(deps, open, answer, held.address)
  if (refusal !== null) return refused(refusal)
  try {
    const made = await changeLockedOrganization(deps, system, organization.id, 'member.joined', async (change) => {
      if (shown && !(await redeemHeldIdentity(change.tx, shown.attemptId, shown.sealed))) return 'used'
      const account = await makeAccountIn(deps, change.tx, open, { ...held, shown: shown !== null }, visitor)
      if (typeof account === 'string') return account
      if (joins)
        await changeMembership(deps, change, connection, { ...account, groups: facts.identity.groups, mayJoin: true })
      return account
    })
    if (made === null) return refused('connection-off')
    if (made === 'disabled') return refused('account-disabled')
    if (made === 'used') return refused('identity-taken')
    if (made === 'taken') return signInByCompany(deps, open, answer, visitor)
    const { issuer, subject } = facts.identity
    const key = { connectionId: connection.id, issuer, subject }
    return entered(await enter(deps, open, { ...facts, key, ...made, connection }, visitor))
  } catch (error) {
    if (error instanceof AddressReserved) return refused('address-taken')
    throw error
  }
}

/** SIGN_UP: an organization that somebody made for themselves lets nobody in whom the operators would not. */
const maySignUp = async (
  deps: Deps,
  { client }: OpenInteraction,
  { approvedAt }: OrganizationRecord,
  address: string,
): Promise<boolean> => (approvedAt !== null && !isThirdParty(client)) || maySignIn(deps, address, client)
