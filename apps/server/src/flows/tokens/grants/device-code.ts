import { digest, newId } from '../../../crypto/random.ts'
import type { Client } from '../../../oidc/clients.ts'
import { OAuthError } from '../../../oidc/errors.ts'
import type { Params } from '../../../oidc/params.ts'
import {
  type DeviceRequest,
  type DeviceSession,
  findDeviceRequest,
  findDeviceSession,
  notePoll,
  prolongDeviceSession,
  redeemDeviceRequest,
  slowDown,
} from '../../../store/beyond-prisma/device-requests.ts'
import { type NewGrant, redeemAuthorizationCode } from '../../../store/hot/grants.ts'
import { inOneTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { day, second } from '../../platform/durations.ts'
import { bindTokens } from '../dpop/binding.ts'
import { grantedResources, isBeyond } from '../granted-resources.ts'
import { type TokenResponse, tokenTtl } from '../issue-tokens.ts'
import { refreshLifetimes } from '../refresh-tokens.ts'
import { findSubject, issueTokenResponse, type RequestOrigin, refuseAtRefresh, scopeHeldBy } from '../token-response.ts'

/** Longer than any code that is made here. */
const maxCode = 200
/** How long a device stays signed in at most, in seconds. */
const longest = (30 * day) / second
/** What a poll that came too early adds to the interval (RFC 8628 section 3.5), and where that ends. Seconds. */
const slower = { more: 5, longest: 300 }
/** In milliseconds: a poll that was sent in time may take less time to arrive than the one before. */
const pollTolerance = second

const badCode = (why = 'the device code is unknown or was used before') => new OAuthError('invalid_grant', why)

/** A device asks whether its person has answered (RFC 8628 section 3.4), and gets its tokens once. */
export async function redeemDeviceCode(
  deps: Deps,
  client: Client,
  params: Params,
  from: RequestOrigin,
): Promise<TokenResponse> {
  const code = params.required('device_code')
  const request = code.length <= maxCode ? await findDeviceRequest(deps.db, digest(code)) : null
  // The code of another client is refused, and its request left alone.
  if (!request || request.clientId !== client.id || request.redeemedAt) throw badCode()
  if (request.decidedAt && !request.sessionId) throw new OAuthError('access_denied', 'the person refused')
  if (request.expiresAt <= deps.now()) throw new OAuthError('expired_token', 'the device code has expired')
  if (!request.sessionId) throw await pending(deps, request)
  const session = await findDeviceSession(deps.db, request.sessionId, deps.now())
  if (!session) throw badCode('the person has ended the session of the device')

  const asked = params.all('resource')
  await deps.resources.lookFor(client, asked)
  const granted = grantOf(deps, client, request, session)
  const resource = grantedResources(deps, client, asked, granted, 'the device did not ask for the resource')
  // The person was shown what the device asked for, and nothing else.
  if (isBeyond(resource, granted)) throw new OAuthError('invalid_target', 'the device did not ask for the resource')
  const subject = await findSubject(deps, client, granted)
  const organization = subject.memberships.find(({ organizationId }) => organizationId === granted.organizationId)
  if (organization) refuseAtRefresh(deps, client, organization, granted, from)
  // A refusal leaves the code as it was: rights may return.
  scopeHeldBy(deps, { ...granted, resource }, subject.memberships, granted.scope)
  const jkt = await bindTokens(deps, { client, resource }, from.proof)
  if (!(await redeem(deps, request, granted))) throw badCode()
  return issueTokenResponse(deps, client, { ...granted, resource, generation: 0 }, subject, {
    ...{ scope: granted.scope, from, jkt },
  })
}

/** The error of a poll without an answer: `slow_down` if it came before the interval was over, which is then longer. */
async function pending(deps: Deps, request: DeviceRequest): Promise<OAuthError> {
  const now = deps.now()
  const earliest = (request.polledAt?.getTime() ?? 0) + request.interval * second - pollTolerance
  if (now.getTime() >= earliest && (await notePoll(deps.db, request, now)))
    return new OAuthError('authorization_pending', 'the person has not answered yet')
  await slowDown(deps.db, request.id, { ...slower, now })
  return new OAuthError('slow_down', 'the device polls too often: it has to wait five seconds longer each time')
}

/**
 * Redeems the code for the grant: of any number of polls, one gets it. False if another one did, or if the person, the session
 * of the device or the membership has ended since; then the code is used up.
 */
const redeem = (deps: Deps, request: DeviceRequest, grant: NewGrant): Promise<boolean> =>
  inOneTransaction(deps, async ({ db }) => {
    if (!(await redeemDeviceRequest(db, request, grant.rotatedAt))) return false
    if ((await redeemAuthorizationCode(db, grant)) !== 'granted') return false
    return prolongDeviceSession(db, grant.sessionId, grant.expiresAt)
  })

/** The grant of a device. It lives no longer than its refresh token, or else its access token. */
function grantOf(
  deps: Deps,
  client: Client,
  { organizationId, teamId, scope, resource, decidedAt }: DeviceRequest,
  session: DeviceSession,
): NewGrant {
  const now = deps.now()
  const seconds = client.grantTypes.has('refresh_token')
    ? Math.min(longest, refreshLifetimes(deps, client).max)
    : tokenTtl(deps, client, resource) + 60
  const until = session.upstreamExpiresAt?.getTime() ?? Number.POSITIVE_INFINITY
  return {
    id: newId(now),
    clientId: client.id,
    userId: session.userId,
    sessionId: session.id,
    // It ends with the session of the device, which its person sees.
    offline: false,
    ...{ organizationId, teamId, scope, resource, claims: null },
    ...{ acr: session.acr, amr: session.amr, authenticatedAt: session.authenticatedAt },
    createdAt: decidedAt ?? session.createdAt,
    rotatedAt: now,
    expiresAt: new Date(Math.min(now.getTime() + seconds * second, until)),
    connectionId: session.connectionId,
    upstreamSid: session.upstreamSid,
    upstreamAuthenticatedAt: session.upstreamAuthenticatedAt,
  }
}
