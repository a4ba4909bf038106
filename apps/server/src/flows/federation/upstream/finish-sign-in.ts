import { shortened } from '../../../oidc/federation/checks.ts'
import { isInUse, type UpstreamIdentity } from '../../../oidc/federation/connection.ts'
import type { Params } from '../../../oidc/params.ts'
import { noteConnectionSuccess } from '../../../store/beyond-prisma/federation/federation-attempts.ts'
import { type ConnectionRecord, findConnection } from '../../../store/prisma/federation/connections.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProviderMetadataRefused } from '../../platform/providers/provider-metadata.ts'
import type { Visitor } from '../../platform/visitor.ts'
import { checkAnswer } from './answer.ts'
import type { FederationAttempt, FinishedAttempt, Progress, RedeemedAttempt } from './attempt.ts'
import { detailOf, redeemAttempt, settleAttempt } from './attempts.ts'
import { checkDomain } from './domain-check.ts'
import { exchangedIdentity } from './exchange.ts'
import { githubIdentity } from './github.ts'
import { UpstreamRefused } from './refusal.ts'
import {
  ConnectionSecretLost,
  callbackUri,
  clientOfConnection,
  clientOfSocial,
  type UpstreamClient,
} from './upstream-client.ts'

/** What a browser brings from a provider, and to which address (`callbackUri`). */
export interface UpstreamAnswer {
  callback: string
  params: Params
}

/**
 * Redeems an attempt by the answer that its browser brings, and asks the provider who it is. A failed attempt is stored as
 * one; of the others, the caller stores the outcome (`settleAttempt`).
 */
export async function finishSignIn(
  deps: Deps,
  { callback, params }: UpstreamAnswer,
  visitor: Pick<Visitor, 'flowCookie'>,
): Promise<FinishedAttempt> {
  const state = params.repeats('state') ? undefined : params.get('state')
  if (!state || !/^[\w-]{43}$/.test(state)) return { ok: false, attempt: null, reason: 'response-invalid', checks: [] }
  const redeemed = await redeemAttempt(deps, state, visitor.flowCookie)
  if ('reason' in redeemed) return { ok: false, ...redeemed, checks: [] }
  const progress: Progress = { checks: [{ name: 'attempt', state: 'passed' }], claims: null }
  try {
    const identity = await identityFor(deps, redeemed, { callback, params }, progress)
    if (redeemed.connectionId !== null) await noteConnectionSuccess(deps.db, redeemed.connectionId, deps.now())
    return { ok: true, attempt: redeemed, identity, ...progress }
  } catch (error) {
    const refused = refusedBy(error)
    const checks = [...progress.checks, refused.check]
    await settleAttempt(deps, redeemed, {
      outcome: 'failed',
      reason: refused.reason,
      detail: detailOf(progress.claims, checks),
    })
    return { ok: false, attempt: redeemed, reason: refused.reason, checks }
  }
}

async function identityFor(
  deps: Deps,
  attempt: RedeemedAttempt,
  { callback, params }: UpstreamAnswer,
  progress: Progress,
): Promise<UpstreamIdentity> {
  const connection = attempt.connectionId === null ? null : await findConnection(deps.db, attempt.connectionId)
  const client = clientFor(deps, attempt, connection)
  progress.checks.push({ name: 'connection', state: 'passed' })
  if (client.callback !== callback)
    throw new UpstreamRefused('response-issuer', 'response-issuer', {
      expected: callbackUri(deps, client.callback),
      received: shortened(callback),
    })
  const identity =
    client.issuer === null
      ? await githubIdentity(deps, client, attempt, checkAnswer(params, null).code)
      : await exchangedIdentity(deps, { ...client, issuer: client.issuer }, attempt, params, progress)
  progress.checks.push(...(await checkDomain(deps, connection, attempt, identity)))
  return identity
}

/**
 * The client that an answer is for, as it is now: a connection that was switched off or changed since the attempt began takes
 * no answer any more.
 */
function clientFor(deps: Deps, attempt: RedeemedAttempt, connection: ConnectionRecord | null): UpstreamClient {
  const client = connection
    ? clientInUse(deps, attempt, connection)
    : attempt.social && clientOfSocial(deps, attempt.social)
  if (!client) throw new UpstreamRefused('connection-off', 'connection', { received: connection?.state ?? 'none' })
  const { issuer, clientId } = attempt.secrets
  if (client.issuer !== issuer || client.clientId !== clientId)
    throw new UpstreamRefused('connection-changed', 'connection')
  return client
}

function clientInUse(deps: Deps, { purpose }: FederationAttempt, connection: ConnectionRecord): UpstreamClient | null {
  const mayFinish = deps.config.sso && (purpose === 'test' || isInUse(connection.state))
  return mayFinish ? clientOfConnection(deps, connection) : null
}

function refusedBy(error: unknown): UpstreamRefused {
  if (error instanceof UpstreamRefused) return error
  if (error instanceof ProviderMetadataRefused)
    return new UpstreamRefused(error.reason, 'metadata', { received: error.received, cause: error })
  if (error instanceof ConnectionSecretLost) return new UpstreamRefused('secret-lost', 'client', { cause: error })
  throw error
}
