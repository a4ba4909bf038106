import { isThirdParty } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import { lockPerson } from '../../../store/beyond-prisma/accounts.ts'
import {
  findIdentity,
  type IdentityKey,
  noteIdentityUse,
} from '../../../store/beyond-prisma/people/external-identities.ts'
import { noteChoice, noteSignIn } from '../../../store/hot/interactions.ts'
import { findPerson } from '../../../store/hot/people.ts'
import type { ConnectionRecord } from '../../../store/prisma/federation/connections.ts'
import { rememberAddress } from '../../identity/devices.ts'
import { startSession } from '../../identity/sessions.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Visitor } from '../../platform/visitor.ts'
import type { OpenInteraction } from '../interactions.ts'
import { type Attempt, noteResult, type SignInResult } from '../sign-in/attempt.ts'
import { assuranceOfIdentity } from './assurance.ts'
import type { HeldIdentity } from './held-identities.ts'

/** A sign-in by a known identity. */
export interface FederatedEntry extends Pick<HeldIdentity, 'identity' | 'authenticatedAt' | 'sessionExpiresAt'> {
  key: IdentityKey
  userId: string
  /** Null for social sign-in. */
  connection: ConnectionRecord | null
}

/** Starts the session of somebody whom a provider signed in. */
export async function enter(
  deps: Deps,
  { interaction, client }: OpenInteraction,
  entry: FederatedEntry,
  visitor: Visitor,
): Promise<SignInResult> {
  const { key, userId, connection, identity } = entry
  const person = await findPerson(deps.db, userId)
  const address = person?.email ?? ''
  const attempt: Attempt = { method: connection ? 'company' : 'social', interaction, address: address || null, visitor }
  const expiresAt = entry.sessionExpiresAt === null ? null : new Date(entry.sessionExpiresAt)
  const authenticatedAt = new Date(entry.authenticatedAt)
  const sessionCookie = await startSession(deps, visitor, {
    userId,
    ...assuranceOfIdentity(identity, { trustMfa: connection?.settings.trustMfa === true }),
    federated: {
      authenticatedAt,
      expiresAt,
      social: connection ? null : key.connectionId,
      connection: connection && {
        id: connection.id,
        upstreamSid: identity.sid,
        upstreamExpiresAt: expiresAt,
        upstreamAuthenticatedAt: authenticatedAt,
      },
    },
    methodSince: async (tx) => {
      const linked = (await lockPerson(tx, userId)) ? await findIdentity(tx, key) : null
      return linked?.userId === userId ? linked.linkedAt : null
    },
    tell: async (tx) => {
      await noteIdentityUse(tx, key, deps.now())
      await noteSignIn(tx, interaction.id, { userId, offerPasskey: false })
    },
  })
  if (sessionCookie === null)
    return noteResult(deps, attempt, { ok: false, problem: 'not-allowed', reason: 'proof-gone', userId })
  // Whoever comes by an organization goes on with it, unless the request says otherwise or they are asked anyway.
  if (connection && interaction.organizationId === null && client.organization !== 'none' && !isThirdParty(client))
    await noteChoice(deps.db, interaction.id, connection.organizationId, null)
  deps.log.info({ user: userId, client: client.id, connection: key.connectionId }, 'signed in at an identity provider')
  return noteResult(deps, attempt, {
    ok: true,
    userId,
    sessionCookie,
    deviceCookie: rememberAddress(deps, visitor.deviceCookie, address, 'mail'),
  })
}
