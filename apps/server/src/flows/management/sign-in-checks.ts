import type { Mail } from '../../mail/messages.ts'
import { fullName } from '../../oidc/person-names.ts'
import type { MailOutcome } from '../../store/beyond-prisma/delivery/mail-deliveries.ts'
import { type DirectoryListing, findDirectoryListings } from '../../store/beyond-prisma/directory/listings.ts'
import { findReservation } from '../../store/beyond-prisma/reserved-addresses.ts'
import { findWaitingMail } from '../../store/hot/email-challenges.ts'
import { findPasskeys } from '../../store/hot/passkeys.ts'
import { findMemberships, findPerson, isDisabled } from '../../store/hot/people.ts'
import { findMailsTo } from '../../store/prisma/delivery/mail-deliveries.ts'
import { isInvitedToSignUp } from '../organizations/invitations/received-invitations.ts'
import { canonicalAddress, domainOf } from '../platform/addresses.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { type CheckedCompanySignIn, checkCompanySignIn } from './connections.ts'
import { findHolder } from './directory.ts'
import { type Manager, requireUnrestricted } from './managers.ts'
import { attemptsAt, type ShownAttempt } from './sign-in-attempts.ts'
import { type CountedFailures, countedFailures, type HeldLimit, limitsInForce } from './sign-in-limits.ts'

export type { DirectoryListing } from '../../store/beyond-prisma/directory/listings.ts'

/** What is known about why someone can't sign in with an address. */
export interface SignInCheck {
  address: string
  /** Null where there is no account. Undefined where the reader may not know. */
  account: CheckedAccount | null | undefined
  signUp: CheckedSignUp
  /** Null while SSO is off. */
  company: CheckedCompanySignIn | null
  /** What the companies' directories say of the person. Null while SCIM is off. Undefined as above. */
  directories: readonly DirectoryListing[] | null | undefined
  /** Until when the address may not open an account, because it was removed from another one. Undefined as above. */
  reservedUntil: Date | null | undefined
  limits: readonly HeldLimit[]
  failures: CountedFailures | null
  /** The last three mails to sign in with, newest first. */
  mails: readonly CheckedMail[]
  /** The last twenty, newest first. */
  attempts: readonly ShownAttempt[]
}

export interface CheckedAccount {
  id: string
  name: string
  disabled: boolean
  passkeys: number
  /** What organizations ask of a sign-in. */
  demands: readonly SignInDemand[]
  /** Applications among the last attempts that require a passkey. */
  passkeyClients: readonly string[]
}

/** What an organization asks of a sign-in of its members. */
export interface SignInDemand {
  organization: string
  requirePasskey: boolean
  sessionMax: number | null
  /** Only the organization's own sign-in is enough. */
  companySignIn: boolean
}

/** SIGN_UP, and what it says of this address. */
export interface CheckedSignUp {
  policy: 'open' | 'invited' | 'domains'
  domains: readonly string[]
  invited: boolean
  admits: boolean
}

/** What became of a mail to sign in with. */
export interface CheckedMail {
  at: Date
  state: MailOutcome
  /** The mail server's answer. */
  reply: string | null
}

/**
 * Everything that keeps someone from signing in with an address, or does not. A reader who may not know whether there is
 * an account causes the same reads, and gets the same answer, with and without one.
 * @throws OperationRefused for what is not an address, and for a caller that is limited to one organization
 */
export async function checkSignIn(
  deps: Deps,
  actor: Manager,
  typed: string,
  { mayKnowAccount }: { mayKnowAccount: boolean },
): Promise<SignInCheck> {
  requireUnrestricted(actor)
  const address = canonicalAddress(typed)
  if (!address) throw new OperationRefused('invalid', 'address', 'invalid-address')
  const [attempts, signUp, company, mails, failures, known] = await Promise.all([
    attemptsAt(deps, address, mayKnowAccount),
    checkSignUp(deps, address),
    checkCompanySignIn(deps, address),
    lastMails(deps, address),
    countedFailures(deps, address),
    mayKnowAccount
      ? findAccount(deps, address)
      : { account: undefined, reservedUntil: undefined, directories: undefined },
  ])
  const account = known.account && { ...known.account, passkeyClients: passkeyClients(deps, attempts) }
  return {
    address,
    account,
    signUp,
    company,
    directories: known.directories,
    reservedUntil: known.reservedUntil,
    limits: await limitsInForce(deps, address, attempts, mayKnowAccount),
    failures,
    mails,
    attempts,
  }
}

async function checkSignUp(deps: Deps, address: string): Promise<CheckedSignUp> {
  const { signUp } = deps.config
  const invited = await isInvitedToSignUp(deps, address)
  const domains = signUp.kind === 'domains' ? signUp.domains : []
  const admits = signUp.kind === 'open' || invited || domains.includes(domainOf(address) ?? '')
  return { policy: signUp.kind, domains, invited, admits }
}

/** Mails that someone waits for at a page of sign-in. Which of them it was says whether there is an account. */
const signInMails: readonly string[] = ['sign-in-code', 'sign-up-refused', 'address-reserved'] satisfies Mail['kind'][]
const shownMails = 3

async function lastMails(deps: Deps, address: string): Promise<CheckedMail[]> {
  const [deliveries, waiting] = await Promise.all([
    findMailsTo(deps.db, {
      addressKey: deps.addressKeys.of(address),
      kinds: signInMails,
      limit: shownMails,
    }),
    findWaitingMail(deps.db, address, 'sign-in'),
  ])
  const mails = deliveries.map(({ at, outcome, replyCode, replyText }) => ({
    at,
    state: outcome,
    reply: replyCode === null ? null : [replyCode, replyText].join(' ').trim(),
  }))
  // A mail that was tried is among the deliveries.
  const isUntried = waiting !== null && waiting.refusal === null && waiting.attempts === 0
  return isUntried ? [{ at: waiting.createdAt, state: 'deferred', reply: null }, ...mails] : mails
}

async function findAccount(deps: Deps, address: string) {
  const [id, reservation] = await Promise.all([
    findHolder(deps.db, address),
    findReservation(deps.db, address, deps.now()),
  ])
  const reservedUntil = id ? null : (reservation?.expiresAt ?? null)
  const domain = domainOf(address) ?? ''
  const directories = deps.config.scim ? await findDirectoryListings(deps.db, { userId: id, address, domain }) : null
  const person = id && (await findPerson(deps.db, id))
  if (!id || !person) return { account: null, reservedUntil, directories }
  const [passkeys, memberships, disabled] = await Promise.all([
    findPasskeys(deps.db, id),
    findMemberships(deps.db, id),
    isDisabled(deps.db, id),
  ])
  const demands = memberships
    .map(({ name, requirePasskey, sessionMax, ssoPolicy }): SignInDemand => {
      const companySignIn = deps.config.sso && ssoPolicy === 'required'
      return { organization: name, requirePasskey, sessionMax, companySignIn }
    })
    .filter(({ requirePasskey, sessionMax, companySignIn }) => requirePasskey || sessionMax !== null || companySignIn)
  const name = fullName(person) ?? ''
  return { account: { id, name, disabled, passkeys: passkeys.length, demands }, reservedUntil, directories }
}

const passkeyClients = ({ clients }: Deps, attempts: readonly ShownAttempt[]): string[] => [
  ...new Set(attempts.filter(({ client }) => clients.find(client.id)?.requirePasskey).map(({ client }) => client.name)),
]
