import { digest, equalDigests, newSecret } from '../../crypto/random.ts'
import type { PrismaStore } from '../../store/connections/database.ts'
import {
  findLiveSetupLinkById,
  findSetupLinkByToken,
  openSetupLink,
  type SetupLinkRecord,
} from '../../store/prisma/federation/setup-links.ts'
import { findOrganization, isActiveOwner } from '../../store/prisma/organizations/organizations.ts'
import { mailContext } from '../delivery/mail-context.ts'
import { queueMail } from '../delivery/outbox.ts'
import { type CodeProblem, codeTtl, newCode, redeemCode, triesLeft } from '../identity/email-codes.ts'
import { type AuditedChange, changeLockedOrganization } from '../organizations/changes.ts'
import type { Actor } from '../platform/audit.ts'
import type { ChangeAction } from '../platform/audit-actions.ts'
import type { Deps } from '../platform/deps.ts'
import { day, hour } from '../platform/durations.ts'
import { enforceLimit, mailLimit } from '../platform/limits.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import type { Visitor } from '../platform/visitor.ts'
import { notifyOwners } from './owner-notices.ts'

/** Codes for one link: whoever has it can't fill the mailbox that it names. */
const codesPerLink = [
  { count: 5, window: hour },
  { count: 15, window: day },
]

/** Most acts by a link are told to every owner. */
const actsPerLink = [
  { count: 60, window: hour },
  { count: 200, window: day },
]

/** Links that one browser can have open. */
const openInBrowser = 4

type OpenedLink = Pick<
  SetupLinkRecord,
  'id' | 'email' | 'organizationId' | 'connectionId' | 'approvedDomain' | 'approvedIssuer' | 'expiresAt' | 'createdBy'
>

/** Whoever has opened a link in their browser. */
export interface OpenSetup {
  link: OpenedLink
  organization: { id: string; name: string }
  actor: Actor & { kind: 'setup_link' }
}

/**
 * `closed`: nobody has opened it yet. `elsewhere`: another browser has, and this one gets nothing. `done`: what was prepared in
 * this browser is in use.
 */
export type SetupView =
  | { kind: 'gone' }
  | { kind: 'done' }
  | { kind: 'elsewhere' }
  | { kind: 'closed'; link: OpenedLink; organization: { id: string; name: string } }
  | ({ kind: 'open' } & OpenSetup)

type SetupVisitor = Pick<Visitor, 'network'> & { setupCookie: string | undefined }

/** What a link can do beside preparing a connection. */
interface LinkRights {
  /** Whoever has a token of the directory writes members: so does whoever lets somebody make one. */
  makesDirectoryTokens: boolean
}

/**
 * What a link can do at this moment: it acts for whoever made it, and does no more than they may. Null once that is nothing: an owner
 * who is none any more or can't sign in, a client that is gone or no longer prepares connections.
 */
export async function rightsOfLink(
  { clients }: Pick<Deps, 'clients'>,
  store: PrismaStore,
  { organizationId, createdBy }: Pick<SetupLinkRecord, 'organizationId' | 'createdBy'>,
): Promise<LinkRights | null> {
  if (await isActiveOwner(store, { organizationId, userId: createdBy })) return { makesDirectoryTokens: true }
  const scopes = clients.find(createdBy)?.scopes
  return scopes?.has('connections:write') ? { makesDirectoryTokens: scopes.has('members:write') } : null
}

/** A link that can still be used, with what it can do. */
export async function findUsableLink(
  deps: Pick<Deps, 'clients' | 'now'>,
  store: PrismaStore,
  id: string,
): Promise<{ link: SetupLinkRecord; rights: LinkRights } | null> {
  const link = await findLiveSetupLinkById(store, id, deps.now())
  const rights = link && (await rightsOfLink(deps, store, link))
  return link && rights ? { link, rights } : null
}

/** What a link leads to in this browser. Looking changes nothing. */
export async function viewSetup(deps: Deps, token: string, visitor: SetupVisitor): Promise<SetupView> {
  const link = await findSetupLinkByToken(deps.db, digest(token))
  const organization = link && (await findOrganization(deps.db, link.organizationId))
  if (!link || !organization || organization.disabledAt || link.revokedAt) return { kind: 'gone' }
  if (link.usedAt && isBoundTo(visitor.setupCookie, link.browserDigest ?? '')) return { kind: 'done' }
  if (link.usedAt || link.expiresAt <= deps.now()) return { kind: 'gone' }
  if (!(await rightsOfLink(deps, deps.db, link))) return { kind: 'gone' }
  const shown = { link, organization: { id: organization.id, name: organization.name } }
  if (link.browserDigest === null) return { kind: 'closed', ...shown }
  if (!isBoundTo(visitor.setupCookie, link.browserDigest)) return { kind: 'elsewhere' }
  return { kind: 'open', ...shown, actor: { kind: 'setup_link', id: link.id, network: visitor.network } }
}

/** The secrets of a browser, one for each link that it has begun to open, the newest last. */
const secretsOf = (cookie: string | undefined): string[] =>
  (cookie ?? '').split('.').filter((secret) => /^[\w-]{43}$/.test(secret))

const isBoundTo = (cookie: string | undefined, browserDigest: string): boolean =>
  secretsOf(cookie)
    .slice(-openInBrowser)
    .some((secret) => equalDigests(digest(secret), browserDigest))

const codeTarget = ({ id, email }: OpenedLink, browserDigest: string) => ({
  address: email,
  purpose: `setup:${id}`,
  browserDigest,
  subject: id,
})

/**
 * Mails a code to the address that the link names, for the browser that asked. Returns the cookie of that browser: whoever has
 * only the link gets no further.
 */
export async function mailSetupCode(
  deps: Deps,
  { link, organization }: Extract<SetupView, { kind: 'closed' }>,
  visitor: SetupVisitor & Pick<Visitor, 'languages' | 'userAgent'>,
): Promise<string> {
  await enforceLimit(deps, `setup-codes:${link.id}`, codesPerLink)
  await enforceLimit(deps, mailLimit(link.email), deps.config.limits.mailPerAddress)
  const secret = newSecret()
  const { code } = await newCode(deps, codeTarget(link, digest(secret)))
  await queueMail(
    deps,
    deps.db,
    {
      kind: 'setup-code',
      ...mailContext(deps, link.email, {
        network: visitor.network,
        userAgent: visitor.userAgent,
        locales: visitor.languages,
      }),
      ...{ organization: organization.name, code },
    },
    new Date(deps.now().getTime() + codeTtl),
  )
  return [...secretsOf(visitor.setupCookie), secret].slice(-openInBrowser).join('.')
}

/** The secret that the code of a link was mailed for, as a digest; the newest if there is none. Looking costs no try. */
async function askedBy(deps: Deps, link: OpenedLink, { setupCookie }: SetupVisitor): Promise<string | null> {
  const digests = secretsOf(setupCookie).slice(-openInBrowser).map(digest)
  for (const browserDigest of digests)
    if ((await triesLeft(deps, codeTarget(link, browserDigest))) !== null) return browserDigest
  return digests.at(-1) ?? null
}

/**
 * Opens a link with the code, and binds it to this browser: the condition on the row lets only one do so. Null when it did.
 * The code was asked for with any of the secrets of this browser: others are of links that it has begun to open too.
 */
export async function openSetup(
  deps: Deps,
  { link, organization }: Extract<SetupView, { kind: 'closed' }>,
  typed: string,
  visitor: SetupVisitor,
): Promise<CodeProblem | null> {
  const browserDigest = await askedBy(deps, link, visitor)
  if (browserDigest === null) return 'wrong'
  const problem = await redeemCode(deps, codeTarget(link, browserDigest), typed)
  if (problem) return problem
  const actor = { kind: 'setup_link', id: link.id, network: visitor.network } as const
  const opened = await changeLockedOrganization(deps, actor, organization.id, 'setup_link.opened', async (change) => {
    if (!(await findUsableLink(deps, change.tx, link.id))) return false
    if (!(await openSetupLink(change.tx, link.id, browserDigest, deps.now()))) return false
    await change.record(['setup-link', link.id], { email: link.email })
    await notifyOwners(deps, change.tx, organization, { news: 'link-opened', actor })
    return true
  })
  return opened ? null : 'wrong'
}

/**
 * Counts an act by a link, before a provider or the DNS is asked for it and the owners are told.
 * @throws TooManyAttempts
 */
export const limitActs = (deps: Deps, { link }: Pick<OpenSetup, 'link'>): Promise<void> =>
  enforceLimit(deps, `setup-acts:${link.id}`, actsPerLink)

/**
 * Changes an organization by a link that can still be used: an owner may have revoked it a moment ago, or be none any more.
 * @throws OperationRefused
 */
export async function changeBySetup<T>(
  deps: Deps,
  { link, actor }: OpenSetup,
  action: ChangeAction,
  work: (change: AuditedChange, link: SetupLinkRecord, rights: LinkRights) => Promise<T>,
): Promise<T> {
  const done = await changeLockedOrganization(deps, actor, link.organizationId, action, async (change) => {
    const usable = await findUsableLink(deps, change.tx, link.id)
    if (!usable || change.organization.disabledAt) throw new OperationRefused('not-found')
    return { value: await work(change, usable.link, usable.rights) }
  })
  if (!done) throw new OperationRefused('not-found')
  return done.value
}
