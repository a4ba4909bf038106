import { findLiveGrantsOf } from '../../store/beyond-prisma/grants.ts'
import { findPasskeys, type Passkey } from '../../store/hot/passkeys.ts'
import { findAddresses } from '../../store/hot/people.ts'
import { findSessionById } from '../../store/hot/sessions.ts'
import { countSessions, findSessions, type ListedSession } from '../../store/prisma/sessions.ts'
import { actOnPerson } from '../identity/operator-protection.ts'
import { closeSessionIn, idleLimit } from '../identity/sessions.ts'
import { revokeClientAccess, signOutEverywhere } from '../identity/sign-out.ts'
import { inTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { getPerson } from './directory.ts'
import { type Manager, requireUnrestricted } from './managers.ts'

export async function signOutPerson(deps: Deps, actor: Manager, id: string): Promise<void> {
  requireUnrestricted(actor)
  await getPerson(deps, actor, id)
  await actOnPerson(deps, actor, { userId: id, action: 'user.signed_out' }, (tx) =>
    signOutEverywhere(deps, tx, actor, id),
  )
}

/** A page of a person's valid sessions, newest first. */
export async function listPersonSessions(
  deps: Deps,
  actor: Manager,
  id: string,
  page: { before: string | null; limit: number },
): Promise<ListedSession[]> {
  requireUnrestricted(actor)
  await getPerson(deps, actor, id)
  return findSessions(deps.db, id, { ...page, idleSince: idleLimit(deps), now: deps.now() })
}

export async function countPersonSessions(deps: Deps, actor: Manager, id: string): Promise<number> {
  requireUnrestricted(actor)
  return countSessions(deps.db, id, idleLimit(deps), deps.now())
}

export async function endPersonSession(deps: Deps, actor: Manager, id: string, sessionId: string): Promise<void> {
  requireUnrestricted(actor)
  await getPerson(deps, actor, id)
  const session = await findSessionById(deps.db, sessionId)
  if (session?.userId !== id || session.endedAt) throw new OperationRefused('not-found')
  await actOnPerson(deps, actor, { userId: id, action: 'session.ended' }, (tx) =>
    closeSessionIn(deps, tx, sessionId, actor),
  )
}

export async function listPersonGrants(deps: Deps, actor: Manager, id: string) {
  requireUnrestricted(actor)
  await getPerson(deps, actor, id)
  return findLiveGrantsOf(deps.db, id, deps.now())
}

/** Revokes everything that a person allowed an application: consent, codes and tokens, offline ones too. */
export async function revokePersonGrants(deps: Deps, actor: Manager, id: string, clientId: string): Promise<void> {
  requireUnrestricted(actor)
  await getPerson(deps, actor, id)
  await actOnPerson(deps, actor, { userId: id, action: 'grant.revoked' }, (tx) =>
    revokeClientAccess(deps, tx, actor, id, clientId),
  )
}

/** The passkeys of a person, the oldest first. */
export async function listPersonPasskeys(deps: Deps, actor: Manager, id: string): Promise<Passkey[]> {
  requireUnrestricted(actor)
  await getPerson(deps, actor, id)
  return findPasskeys(deps.db, id)
}

/** The addresses of a person, for an operator who is shown them shortened otherwise. Who looked at them is recorded. */
export async function showAddresses(deps: Deps, actor: Manager, userId: string): Promise<readonly string[]> {
  await getPerson(deps, actor, userId)
  return inTransaction(deps, async (tx) => {
    await tx.record(actor, { action: 'user.addresses_shown', target: ['user', userId] })
    return (await findAddresses(tx, userId)).map(({ address }) => address)
  })
}
