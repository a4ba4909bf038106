import { digest } from '../../../crypto/random.ts'
import {
  findSessionsByConnection,
  findSessionsBySid,
  findUserOfSubject,
  findUsersOfSid,
  type OfPerson,
  revokeGrantsOfConnection,
  revokeGrantsOfPerson,
  revokeGrantsOfSid,
  type UpstreamSession,
} from '../../../store/beyond-prisma/federation/upstream-sessions.ts'
import { redeemAssertion } from '../../../store/hot/used-assertions.ts'
import { type ConnectionRecord, findConnection } from '../../../store/prisma/federation/connections.ts'
import { queueLogout } from '../../delivery/outbox.ts'
import { closeSessionIn } from '../../identity/sessions.ts'
import { type AuditedTransaction, inTransaction, system } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { minute } from '../../platform/durations.ts'
import { checkLimit, enforceLimit, TooManyAttempts } from '../../platform/limits.ts'
import { type LogoutToken, LogoutTokenRefused, verifyLogoutToken } from './logout-token.ts'

/** Tokens from one network for one connection that were refused. */
const failures = [{ count: 60, window: minute }]

/** A token is never longer. */
const longestToken = 16 * 1024

/**
 * Ends what an identity provider says has ended there (OpenID Connect Back-Channel Logout 1.0 section 2.7): the sessions that
 * its connection made, and what was issued in them. Sessions that the same person began otherwise go on.
 * @throws LogoutTokenRefused, TooManyAttempts
 */
export async function endUpstreamSessions(
  deps: Deps,
  { connectionId, token, network }: { connectionId: string; token: string; network: string },
): Promise<void> {
  const connection = deps.config.sso ? await findConnection(deps.db, connectionId) : null
  // The people of a hosted provider share its network: what one of them does shuts out no other connection.
  const limit = `federation-logout-failures:${network}:${connection?.id ?? ''}`
  const wait = await checkLimit(deps, limit, failures)
  if (wait !== null) throw new TooManyAttempts(wait)
  try {
    if (!connection || connection.state === 'draft' || token.length > longestToken)
      throw new LogoutTokenRefused('there is no such connection, or the token is too long')
    await endSessions(deps, connection, await verifyLogoutToken(deps, connection, token))
  } catch (error) {
    if (error instanceof LogoutTokenRefused) await enforceLimit(deps, limit, failures)
    throw error
  }
}

/** Of whom it is, and which sessions. */
interface Ending {
  userId: string | null
  sessions: readonly UpstreamSession[]
  /** Who has something else that was issued in the session there. */
  others: { sid: string; userIds: readonly string[] } | null
  /** What of the person came by the connection otherwise. Null: nothing beside those. */
  rest: OfPerson | null
}

async function endSessions(deps: Deps, connection: ConnectionRecord, token: LogoutToken): Promise<void> {
  const ending = await findEnding(deps, connection, token)
  // Nobody is signed in by it.
  const target = ending.userId ?? ending.sessions[0]?.userId ?? ending.others?.userIds[0]
  if (target === undefined) return
  await inTransaction(deps, async (tx) => {
    const used = digest(`logout\n${connection.issuer}\n${token.jti}`)
    if (!(await redeemAssertion(tx, used, token.expiresAt))) throw new LogoutTokenRefused('jti was used before')
    const revoked = await endIn(deps, tx, connection, ending)
    const detail = { connection: connection.id, sessions: ending.sessions.length, grants: revoked }
    await tx.record(system, {
      action: 'user.signed_out',
      organizationId: connection.organizationId,
      target: ['user', target],
      detail,
    })
  })
}

/**
 * Which sessions a token names (section 2.4): by `sub` alone, all of that person; by `sid`, that one. Where nothing here is of
 * that `sid`, it is over already, or the provider did not name it when the person signed in: then what is of no known session
 * there may be of this one, and ends, and what is of another one goes on.
 */
async function findEnding({ db }: Deps, { id, issuer }: ConnectionRecord, token: LogoutToken): Promise<Ending> {
  const { sid, subject } = token
  const userId = subject === null ? null : await findUserOfSubject(db, { connectionId: id, issuer, subject })
  if (sid === null) {
    return {
      userId,
      sessions: await sessionsOf(db, { connectionId: id, userId, which: 'all' }),
      others: null,
      rest: 'all',
    }
  }
  const [found, users] = [await findSessionsBySid(db, id, sid), await findUsersOfSid(db, id, sid)]
  // A token that names both is of that person's session alone.
  const sessions = subject === null ? found : found.filter((session) => session.userId === userId)
  const userIds = subject === null ? users : users.filter((user) => user === userId)
  if (sessions.length > 0 || userIds.length > 0) return { userId, sessions, others: { sid, userIds }, rest: null }
  const which = 'without-sid'
  return { userId, sessions: await sessionsOf(db, { connectionId: id, userId, which }), others: null, rest: which }
}

const sessionsOf = async (
  db: Deps['db'],
  { userId, ...of }: { connectionId: string; userId: string | null; which: OfPerson },
): Promise<UpstreamSession[]> => (userId === null ? [] : findSessionsByConnection(db, { ...of, userId }))

/** Returns how many grants were revoked. */
async function endIn(
  deps: Deps,
  tx: AuditedTransaction,
  { id: connectionId }: ConnectionRecord,
  { userId, sessions, others, rest }: Ending,
): Promise<number> {
  const now = deps.now()
  let revoked = 0
  for (const session of sessions) {
    await closeSessionIn(deps, tx, session.id)
    const grants = { connectionId, userId: session.userId, sessionId: session.id, now }
    revoked += await revokeGrantsOfConnection(tx, grants)
  }
  // A session here may have gone on by another sign-in since: what was issued before ends all the same.
  for (const user of others?.userIds ?? [])
    revoked += await endOthers(deps, tx, { connectionId, sid: others?.sid ?? '', userId: user, now })
  if (rest !== null && userId !== null)
    revoked += await revokeGrantsOfPerson(tx, { connectionId, userId, which: rest, now })
  return revoked
}

/** Revokes what is left of a session there, and tells its clients. Returns how many grants it were. */
async function endOthers(
  deps: Deps,
  tx: AuditedTransaction,
  of: Parameters<typeof revokeGrantsOfSid>[1],
): Promise<number> {
  const revoked = await revokeGrantsOfSid(tx, of)
  const clients = new Map(revoked.map((client) => [`${client.clientId} ${client.sessionId}`, client]))
  for (const client of clients.values()) await queueLogout(deps, { ...client, userId: of.userId }, tx)
  return revoked.length
}
