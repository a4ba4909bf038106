import { decodeJwt, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose'
import { digest } from '../../crypto/random.ts'
import type { Client } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { assertionAlgs } from '../../oidc/metadata.ts'
import { redeemAssertion } from '../../store/hot/used-assertions.ts'
import type { Deps } from '../platform/deps.ts'
import { refused, requireMethod } from './client-methods.ts'

/** An assertion must not live longer than this, in seconds. */
const maxAssertionLife = 600
const clockTolerance = 10

/** private_key_jwt (RFC 7523 section 3, OIDC Core 9). */
export async function authenticateByAssertion(
  deps: Deps,
  assertion: string,
  bodyId: string | undefined,
  endpoint: string,
): Promise<Client> {
  let claimed: { iss?: unknown; sub?: unknown }
  try {
    claimed = decodeJwt(assertion)
  } catch {
    throw refused()
  }
  const client = typeof claimed.sub === 'string' ? deps.clients.find(claimed.sub) : undefined
  requireMethod(deps, client, 'private_key_jwt')
  if (!client) {
    if (await deps.clients.lookAgain()) return authenticateByAssertion(deps, assertion, bodyId, endpoint)
    throw refused()
  }
  if (bodyId !== undefined && bodyId !== client.id)
    throw new OAuthError('invalid_request', 'client_id differs from the client_assertion')

  const payload = await verifyClientAssertion(deps, assertion, client, endpoint)
  const seconds = deps.now().getTime() / 1000
  const { exp = 0, iat, nbf, jti, aud } = payload
  // Only one audience, and it is ours: an assertion that is also meant for another server could be replayed here.
  if (Array.isArray(aud) && aud.length !== 1) throw refused()
  if (exp - seconds > maxAssertionLife + clockTolerance || (iat ?? nbf ?? 0) > seconds + clockTolerance) throw refused()
  if (typeof jti !== 'string' || jti.length > 512) throw refused()
  if (!(await redeemAssertion(deps.db, digest(`${client.id}\n${jti}`), new Date((exp + clockTolerance) * 1000))))
    throw refused()
  return client
}

async function verifyClientAssertion(
  deps: Deps,
  assertion: string,
  client: Client,
  endpoint: string,
): Promise<JWTPayload> {
  const audience = client.assertionAudience.flatMap((audience) =>
    audience === 'issuer' ? [deps.config.issuer] : [`${deps.config.issuer}${endpoint}`, `${deps.config.issuer}/token`],
  )
  try {
    const { payload } = await jwtVerify(assertion, deps.clientKeys.of(client), {
      algorithms: [...assertionAlgs],
      issuer: client.id,
      subject: client.id,
      audience,
      requiredClaims: ['exp', 'jti'],
      clockTolerance,
      currentDate: deps.now(),
    })
    return payload
  } catch (error) {
    if (!(error instanceof joseErrors.JOSEError))
      deps.log.warn({ client: client.id }, 'the keys of a client could not be fetched')
    throw refused()
  }
}
