import { digest, newSecret } from '../../../crypto/random.ts'
import { isInUse, type SocialProvider } from '../../../oidc/federation/connection.ts'
import { isGoogle } from '../../../oidc/federation/providers.ts'
import type { FederationReason } from '../../../oidc/federation/reasons.ts'
import type { ConnectionRecord } from '../../../store/prisma/federation/connections.ts'
import type { Deps } from '../../platform/deps.ts'
import { minute } from '../../platform/durations.ts'
import { enforceLimits } from '../../platform/limits.ts'
import { ProviderMetadataRefused } from '../../platform/providers/provider-metadata.ts'
import type { Visitor } from '../../platform/visitor.ts'
import { domainsOf } from '../connection-domains.ts'
import type { AttemptPurpose, AttemptRequest } from './attempt.ts'
import { type BegunAttempt, failAttempt, insertAttempt } from './attempts.ts'
import { authorizationUrl } from './authorization-url.ts'
import { ConnectionSecretLost, clientOfConnection, clientOfSocial, type UpstreamClient } from './upstream-client.ts'

export interface NewSignIn {
  /** The connection of an organization, or social sign-in. */
  at: { connection: ConnectionRecord } | { social: SocialProvider }
  purpose: AttemptPurpose
  /** The interaction that waits for it. */
  interaction?: { id: string; handle: string } | undefined
  /** Who tests or links. */
  userId?: string | undefined
  setupLinkId?: string | undefined
  /** Where its browser goes afterwards, if no interaction waits: a path below our issuer. The reference of the attempt is added as `attempt`. */
  returnPath?: string | undefined
  request: AttemptRequest
  /** Another attempt was made before, whose authentication was too old. */
  again?: boolean
}

/** A sign-in could not begin: the provider cannot be used now, or nobody may sign in there. */
export class SignInNotBegun extends Error {
  override readonly name = 'SignInNotBegun'
  constructor(
    readonly reason: FederationReason,
    /** Null if nothing was begun. */
    readonly reference: string | null,
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

/** Attempts of one browser, and of one network. None of a connection: whoever used that up would shut out all its people. */
const limits = {
  browser: [{ count: 20, window: 10 * minute }],
  network: [{ count: 120, window: minute }],
}

/**
 * Begins a sign-in at an identity provider. `url` is where its browser goes; `flowCookie` has to be set with it: only the
 * browser that has it can bring the answer.
 * @throws TooManyAttempts, SignInNotBegun
 */
export async function beginSignIn(
  deps: Deps,
  visitor: Pick<Visitor, 'flowCookie' | 'network'>,
  signIn: NewSignIn,
): Promise<{ url: string; flowCookie: string; reference: string }> {
  const client = clientFor(deps, signIn)
  if (!client) throw new SignInNotBegun('connection-off', null)
  const flowCookie = visitor.flowCookie ?? newSecret()
  await enforceLimits(deps, [
    [`federation-network:${visitor.network}`, limits.network],
    [`federation-browser:${digest(flowCookie)}`, limits.browser],
  ])
  const connection = 'connection' in signIn.at ? signIn.at.connection : null
  const attempt = {
    connectionId: connection?.id ?? null,
    social: 'social' in signIn.at ? signIn.at.social : null,
    purpose: signIn.purpose,
    interactionId: signIn.interaction?.id ?? null,
    userId: signIn.userId ?? null,
    setupLinkId: signIn.setupLinkId ?? null,
  }
  const begun = await insertAttempt(deps, {
    ...attempt,
    browserDigest: digest(flowCookie),
    secrets: {
      issuer: client.issuer,
      clientId: client.clientId,
      version: connection?.version ?? null,
      handle: signIn.interaction?.handle ?? null,
      returnPath: signIn.returnPath ?? null,
      request: signIn.request,
      again: signIn.again ?? false,
    },
  })
  const url = await urlOf(deps, client, begun, { ...attempt, hostedDomain: await hostedDomainOf(deps, connection) })
  return { url, flowCookie, reference: begun.reference }
}

/** Null where nobody may sign in now. A connection that is not in use can be tested, and is by that before it is used again. */
function clientFor(deps: Deps, { at, purpose }: NewSignIn): UpstreamClient | null {
  if ('social' in at) return clientOfSocial(deps, at.social)
  const { connection } = at
  const mayBegin = deps.config.sso && (purpose === 'test' || isInUse(connection.state))
  return mayBegin ? openedClient(deps, connection) : null
}

/** @throws SignInNotBegun if its secret was sealed under another SECRET */
function openedClient(deps: Deps, connection: ConnectionRecord): UpstreamClient {
  try {
    return clientOfConnection(deps, connection)
  } catch (error) {
    throw error instanceof ConnectionSecretLost ? new SignInNotBegun('secret-lost', null, { cause: error }) : error
  }
}

/** Google shows the accounts of one domain only, if it is told which. */
async function hostedDomainOf(deps: Deps, connection: ConnectionRecord | null): Promise<string | null> {
  if (!connection || !isGoogle(connection)) return null
  const [domain, ...others] = await domainsOf(deps.db, connection)
  return domain !== undefined && others.length === 0 ? domain : '*'
}

async function urlOf(
  deps: Deps,
  client: UpstreamClient,
  begun: BegunAttempt,
  attempt: Omit<Parameters<typeof failAttempt>[1], 'id'> & { hostedDomain: string | null },
): Promise<string> {
  try {
    return await authorizationUrl(deps, client, begun, {
      hostedDomain: attempt.hostedDomain,
      fresh: attempt.purpose === 'test',
    })
  } catch (error) {
    if (!(error instanceof ProviderMetadataRefused)) throw error
    const { reason, received } = error
    await failAttempt(deps, { ...attempt, id: begun.id }, reason, {
      checks: [{ name: 'metadata', state: 'failed', received }],
    })
    throw new SignInNotBegun(reason, begun.reference, { cause: error })
  }
}
