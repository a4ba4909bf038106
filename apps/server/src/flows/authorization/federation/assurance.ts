import { federatedAcr, trustedFederatedAcr } from '../../../oidc/acr.ts'
import type { AuthorizationRequest } from '../../../oidc/authorization-request.ts'
import type { UpstreamIdentity } from '../../../oidc/federation/connection.ts'
import { firstPartyClientId } from '../../platform/clients/first-party-client.ts'
import { minute } from '../../platform/durations.ts'

/** How far the clock of a provider may be from ours, in milliseconds. */
const clockDifference = 2 * minute

/** What phishing-resistant sign-in is called (OpenID Connect EAP ACR Values 1.0). */
const phishingResistant = ['phr', 'phrh']

/**
 * The acr and amr of a sign-in at a provider. They say what was done there, and satisfy nothing that is demanded here, but for
 * what an organization demands that trusts its provider. `pop` is never taken: a sign-in with a passkey of ours is known by it.
 */
export function assuranceOfIdentity(
  { acr, amr }: Pick<UpstreamIdentity, 'acr' | 'amr'>,
  { trustMfa }: { trustMfa: boolean },
): { acr: string; amr: readonly string[] } {
  const trusted = trustMfa && acr !== null && phishingResistant.includes(acr)
  return { acr: trusted ? trustedFederatedAcr : federatedAcr, amr: amr.filter((method) => method !== 'pop') }
}

/**
 * When somebody authenticated at a provider, never later than now. Whoever did after the attempt began, as far as two clocks
 * can tell, did so for it. A provider that says nothing of the time is believed that it was now, unless it matters (`isFreshFor`).
 */
export function authenticationTime(
  { authenticatedAt }: Pick<UpstreamIdentity, 'authenticatedAt'>,
  attempt: { createdAt: Date },
  now: Date,
): Date {
  const said = Math.min((authenticatedAt ?? now).getTime(), now.getTime())
  const began = attempt.createdAt.getTime()
  return new Date(said >= began - clockDifference ? Math.max(said, Math.min(began, now.getTime())) : said)
}

/**
 * Whether an authentication at a provider is as recent as the request demands. `max_age` and `prompt=login` were passed on: they
 * are checked in the answer, and a provider that does not say when it was has not met them. Pages of our own, which ask for a
 * sign-in of the last minutes before a change, take what such a provider can say.
 */
export function isFreshFor(
  { prompt, maxAge, clientId }: Pick<AuthorizationRequest, 'prompt' | 'maxAge' | 'clientId'>,
  identity: Pick<UpstreamIdentity, 'authenticatedAt' | 'sessionExpiresAt'>,
  attempt: { createdAt: Date },
  now: Date,
): boolean {
  if (identity.sessionExpiresAt !== null && identity.sessionExpiresAt <= now) return false
  const forced = prompt.includes('login')
  if (!forced && maxAge === undefined) return true
  if (identity.authenticatedAt === null) return clientId === firstPartyClientId
  const latest = forced ? attempt.createdAt.getTime() : now.getTime() - (maxAge ?? 0) * 1000
  return identity.authenticatedAt.getTime() >= latest - clockDifference
}
