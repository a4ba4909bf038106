import {
  endSessionsMadeFor,
  type MadeFor,
  revokeGrantsMadeFor,
} from '../../../store/beyond-prisma/federation/upstream-sessions.ts'
import { deleteIdentitiesOfPeople, type IdentityKey } from '../../../store/beyond-prisma/people/external-identities.ts'
import { connectionIdsOf } from '../../../store/prisma/federation/connections.ts'
import { type Actor, type AuditedTransaction, system } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'

/** People, and what an organization, one connection or a social provider knows of them and made for them. */
export interface KnownPeople extends MadeFor {
  /** Null for social sign-in. */
  organizationId: string | null
}

/** Somebody, or some people, at all connections of an organization. */
export const knownBy = async (
  tx: AuditedTransaction,
  organizationId: string,
  userIds: readonly string[],
): Promise<KnownPeople> => ({ organizationId, userIds, connectionIds: await connectionIdsOf(tx, organizationId) })

/**
 * Ends the sessions that providers began for people, and what was issued in them: all of it, or what is for no organization.
 * Thousands of people take as many statements as one.
 */
export async function endSignInsOf(
  { now }: Pick<Deps, 'now'>,
  tx: AuditedTransaction,
  people: KnownPeople,
  { which, actor = system }: { which: 'all' | 'for-no-organization'; actor?: Actor },
): Promise<void> {
  if (people.userIds.length === 0 || people.connectionIds.length === 0) return
  const at = now()
  const ended = await endSessionsMadeFor(tx, people, at)
  await tx.recordEach(
    actor,
    { action: 'session.ended' },
    ended.map(({ id, userId }) => ({ target: ['session', id], detail: { user: userId } })),
  )
  await revokeGrantsMadeFor(tx, people, { which, now: at })
}

/**
 * Providers do not know people any more: that is forgotten, and what began by it ends. Whoever comes back shows by themselves that
 * the account is theirs. `only`: one identity of several.
 */
export async function forgetPeople(
  deps: Pick<Deps, 'now'>,
  tx: AuditedTransaction,
  actor: Actor,
  people: KnownPeople,
  only: Pick<IdentityKey, 'issuer' | 'subject'> | null = null,
): Promise<void> {
  if (people.userIds.length === 0 || people.connectionIds.length === 0) return
  const forgotten = await deleteIdentitiesOfPeople(tx, people, only)
  await tx.recordEach(
    actor,
    { action: 'identity.unlinked', organizationId: people.organizationId },
    forgotten.map(({ connectionId, issuer, userId }) => ({
      target: ['user', userId],
      detail: { connection: connectionId, issuer },
    })),
  )
  await endSignInsOf(deps, tx, people, { which: 'all', actor })
}
