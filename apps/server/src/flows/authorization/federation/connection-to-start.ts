import { isInUse, type SocialProvider, socialProviders } from '../../../oidc/federation/connection.ts'
import {
  type ConnectionRecord,
  findConnection,
  findConnectionsOf,
} from '../../../store/prisma/federation/connections.ts'
import { offeredSocial } from '../../federation/upstream/upstream-client.ts'
import type { Deps } from '../../platform/deps.ts'
import type { OpenInteraction } from '../interactions.ts'

/** What a link to the start of a sign-in names. */
interface Wanted {
  connection?: string | undefined
  /** A social provider. */
  with?: string | undefined
}

/**
 * Where somebody may begin to sign in at this step of a request; null if nowhere. Only the step decides: a link names one of
 * the ways that are open, and no other.
 */
export async function connectionToStart(
  deps: Deps,
  { step }: Pick<OpenInteraction, 'step'>,
  wanted: Wanted,
): Promise<{ connection: ConnectionRecord } | { social: SocialProvider } | null> {
  if (wanted.with !== undefined) {
    const social = socialProviders.find((name) => name === wanted.with)
    const isOpen = step.kind === 'ask-email' || step.kind === 'choose-way'
    return isOpen && social && offeredSocial(deps.config.social).includes(social) ? { social } : null
  }
  if (!deps.config.sso) return null
  if (step.kind === 'choose-way') return inUse(await findConnection(deps.db, step.connectionId))
  if (step.kind !== 'sign-in-at') return null
  const connections = (await findConnectionsOf(deps.db, step.organizationId)).filter(({ state }) => isInUse(state))
  const id = wanted.connection ?? step.connectionId
  const found = connections.find((connection) => connection.id === id)
  // With one way, nobody has to choose it.
  return inUse(found ?? (id === null && connections.length === 1 ? (connections[0] ?? null) : null))
}

const inUse = (connection: ConnectionRecord | null): { connection: ConnectionRecord } | null =>
  connection && isInUse(connection.state) ? { connection } : null
