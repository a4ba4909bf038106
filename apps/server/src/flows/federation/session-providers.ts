import { type SocialProvider, socialNames } from '../../oidc/federation/connection.ts'
import { findConnectionNames } from '../../store/prisma/federation/connections.ts'
import type { ListedSession } from '../../store/prisma/sessions.ts'
import type { Deps } from '../platform/deps.ts'

/**
 * What the identity provider is called that made a session of a list. Null for a code or a passkey, and for one that is gone.
 * Nothing is asked where none of them was made by a connection.
 */
export async function nameProviders(
  { db }: Pick<Deps, 'db'>,
  sessions: readonly ListedSession[],
): Promise<(session: ListedSession) => string | null> {
  const ids = [...new Set(sessions.flatMap(({ connectionId }) => connectionId ?? []))]
  const names = ids.length > 0 ? await findConnectionNames(db, ids) : new Map<string, string>()
  return ({ connectionId, social }) =>
    (connectionId === null ? socialNames[social as SocialProvider] : names.get(connectionId)) ?? null
}
