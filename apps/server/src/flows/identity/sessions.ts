import { digest, newId, newSecret } from '../../crypto/random.ts'
import type { Membership } from '../../oidc/claims.ts'
import type { Transaction } from '../../store/connections/database.ts'
import { clientsOfSession } from '../../store/hot/grants.ts'
import { findMembershipsOfSession } from '../../store/hot/people.ts'
import {
  endSession,
  findRotatedSignIn,
  findSignIn,
  insertSession,
  noteSignIn,
  renewSession,
  type Session,
  type SessionConnection,
  type SignIn,
  touchSession,
} from '../../store/hot/sessions.ts'
import { queueLogout } from '../delivery/outbox.ts'
import { type Actor, type AuditedTransaction, inTransaction, system, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { minute, second } from '../platform/durations.ts'
import type { Visitor } from '../platform/visitor.ts'
import { provesBinding, type SessionCookies } from './bound-cookies.ts'

/** Milliseconds between two updates of a session's last use. */
const touchEvery = minute

/** How old a sign-in may be for a change that matters, in milliseconds. */
const recent = 5 * minute

/** True if the person signed in within the last minutes, which changing how they sign in requires. */
export const isRecent = ({ now }: Pick<Deps, 'now'>, session: Pick<Session, 'authenticatedAt'>): boolean =>
  now().getTime() - session.authenticatedAt.getTime() <= recent

/** Sessions that were last used before this have expired. */
export const idleLimit = ({ config, now }: Pick<Deps, 'config' | 'now'>): Date =>
  new Date(now().getTime() - config.ttl.sessionIdle * 1000)

/** The public id and the secret of a session cookie. */
export function partsOf(cookie: string | undefined): { id: string; secret: string } | null {
  const [id, secret, ...more] = cookie?.split('.') ?? []
  return id && secret && more.length === 0 ? { id, secret } : null
}

/** Milliseconds for which requests that were under way when a session was bound are still answered. */
const underWay = 10 * second

/**
 * The living session that a cookie names, with its person, whether or not its browser proves that the session is bound to
 * it: nothing but signing in again and the proof itself may begin here.
 */
export async function findUnproven(
  deps: Deps,
  cookie: string | undefined,
): Promise<(SignIn & { underWay: boolean }) | null> {
  const parts = partsOf(cookie)
  if (!parts) return null
  const now = deps.now()
  const { bindSessions, sso } = deps.config
  const named = { id: parts.id, secretDigest: digest(parts.secret), idleSince: idleLimit(deps), now }
  const current = await findSignIn(deps.db, named, bindSessions)
  const rotatedSince = new Date(now.getTime() - underWay)
  const found = current ?? (bindSessions === 'off' ? null : await findRotatedSignIn(deps.db, named, rotatedSince))
  // Nobody hears any more from their identity providers when they are to end.
  if (found?.session.connection && !sso) return null
  return found && { ...found, underWay: current === null }
}

/** The valid session of a browser with its person, or null. Records its use, at most once a minute. */
export async function currentSignIn(deps: Deps, cookies: SessionCookies): Promise<SignIn | null> {
  const found = await findUnproven(deps, cookies.sessionCookie)
  if (!found) return null
  const { session, person } = found
  if (!found.underWay && !provesBinding(deps, session, cookies.boundCookie)) return null
  const now = deps.now()
  if (now.getTime() - session.seenAt.getTime() > touchEvery) await touchSession(deps.db, session.id, now)
  return { session, person }
}

/** The living session of a browser; null if there is none. */
export const currentSession = async (deps: Deps, cookies: SessionCookies): Promise<Session | null> =>
  (await currentSignIn(deps, cookies))?.session ?? null

/** Who is signed in, and to which organizations they belong. */
export interface Member extends SignIn {
  memberships: Membership[]
}

/** Both, asked at once. */
export async function currentMember(deps: Deps, cookies: SessionCookies): Promise<Member | null> {
  const parts = partsOf(cookies.sessionCookie)
  if (!parts) return null
  const [signIn, memberships] = await Promise.all([
    currentSignIn(deps, cookies),
    findMembershipsOfSession(deps.db, parts.id),
  ])
  return signIn && { ...signIn, memberships }
}

/** What an identity provider said of a sign-in. */
export interface FederatedSignIn {
  authenticatedAt: Date
  /** The connection of an organization; null for social sign-in. */
  connection: Omit<SessionConnection, 'organizationId'> | null
  /** Which social provider, if it was one. */
  social: string | null
  /** When the session there ends. */
  expiresAt: Date | null
}

/** What somebody has proven who signs in. */
interface ProvenSignIn {
  userId: string
  acr: string
  amr: readonly string[]
  passkeyId?: string | null
  /** An identity provider signed the person in. */
  federated?: FederatedSignIn
  /** A passkey of the same person beside the connection of the session: that goes on, and no longer than it would have. */
  keepsConnection?: boolean
  /**
   * Since when the account has the address or passkey that was proven, read in the transaction that starts the session:
   * null where it was removed meanwhile.
   */
  methodSince: (tx: Transaction) => Promise<Date | null>
  /** What else is written and told of it, in the same transaction. */
  tell?: (tx: AuditedTransaction) => Promise<void>
}

/** When its person authenticated, who made it, and how long a session may go on: no longer than that of its provider. */
function termOf(
  { config }: Pick<Deps, 'config'>,
  now: Date,
  kept: Session | null,
  federated: FederatedSignIn | undefined,
): { authenticatedAt: Date; connection: FederatedSignIn['connection']; expiresAt: Date } {
  const latest = now.getTime() + config.ttl.sessionMax * 1000
  const bound = kept?.connection ? kept.expiresAt : federated?.expiresAt
  return {
    authenticatedAt: federated?.authenticatedAt ?? now,
    connection: kept?.connection ?? federated?.connection ?? null,
    expiresAt: new Date(Math.min(latest, bound?.getTime() ?? latest)),
  }
}

/**
 * Signs a person in: a new secret at every sign-in. The same person in the same browser goes on with their session;
 * another person's session ends first. Returns the value of the session cookie, or null where its proof is gone.
 */
export async function startSession(
  deps: Deps,
  visitor: Visitor,
  { userId, acr, amr, passkeyId = null, federated, keepsConnection = false, methodSince, tell }: ProvenSignIn,
): Promise<string | null> {
  const now = deps.now()
  const secret = newSecret()
  // Whoever signs in again need not prove the key of the session: it is bound anew.
  const before = (await findUnproven(deps, visitor.sessionCookie))?.session ?? null
  const kept = keepsConnection && before?.userId === userId ? before : null
  const session = {
    id: before?.userId === userId ? before.id : newId(now),
    secretDigest: digest(secret),
    ...{ userId, acr, amr, passkeyId },
    createdAt: now,
    ...termOf(deps, now, kept, federated),
    social: federated?.social ?? null,
    userAgent: visitor.userAgent.slice(0, 256),
    network: visitor.network,
  }
  const actor = userActor(userId, visitor.network)
  const detail = { acr, amr }
  return inTransaction(deps, async (tx) => {
    const since = await methodSince(tx)
    if (since === null) return null
    await tell?.(tx)
    const proven = { ...session, methodSince: since }
    await noteSignIn(tx, userId, now)
    if (before?.userId === userId && (await renewSession(tx, proven))) {
      await tx.record(actor, { action: 'session.renewed', target: ['session', session.id], detail })
      return `${session.id}.${secret}`
    }
    // It has just ended, perhaps because the provider said so: nothing goes on with its connection.
    if (kept?.connection) return tx.takeBack(null)
    if (before) await closeSessionIn(deps, tx, before.id)
    const fresh = { ...proven, id: newId(now) }
    await insertSession(tx, fresh)
    await tx.record(actor, { action: 'session.created', target: ['session', fresh.id], detail })
    return `${fresh.id}.${secret}`
  })
}

/** Ends a session and tells the clients it signed in to, by back-channel logout. Returns those clients. */
export const closeSession = (deps: Deps, sessionId: string, actor: Actor = system): Promise<string[]> =>
  inTransaction(deps, (tx) => closeSessionIn(deps, tx, sessionId, actor))

/** The same within a transaction. */
export async function closeSessionIn(
  deps: Deps,
  tx: AuditedTransaction,
  sessionId: string,
  actor: Actor = system,
): Promise<string[]> {
  const ended = await endSession(tx, sessionId, deps.now())
  if (!ended) return []
  await tx.record(actor, { action: 'session.ended', target: ['session', sessionId], detail: { user: ended.userId } })
  const clients = await clientsOfSession(tx, ended.userId, sessionId)
  for (const clientId of clients) await queueLogout(deps, { clientId, userId: ended.userId, sessionId }, tx)
  return clients
}
