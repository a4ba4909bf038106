import { decodeJwt, errors as joseErrors, jwtVerify } from 'jose'
import { digest, equalsSecretly } from '../../crypto/random.ts'
import type { AuthMethod, Client } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { assertionAlgs } from '../../oidc/metadata.ts'
import type { Params } from '../../oidc/params.ts'
import { noteAssertion } from '../../store/hot/used-assertions.ts'
import type { Deps } from '../platform/deps.ts'
import { minute } from '../platform/durations.ts'
import { enforceLimit } from '../platform/limits.ts'

export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** An assertion must not live longer than this, in seconds. */
const maxAssertionLife = 600
const clockTolerance = 10

/** What a request shows of its client: the Authorization header, decoded, and the parameters of the body. */
export interface Credentials {
  basic: { id: string; secret: string } | null
  params: Params
}

const refused = () => new OAuthError('invalid_client', 'the client could not be authenticated')

/**
 * Authenticates a client, by a registered method and no other (RFC 6749 section 2.3). Two methods at once are
 * refused. An unknown client and a wrong secret get the same answer after the same work.
 */
export async function authenticateClient(
  deps: Deps,
  { basic, params }: Credentials,
  endpoint: string,
): Promise<Client> {
  const secret = params.get('client_secret')
  const assertion = params.get('client_assertion')
  const assertionKind = params.get('client_assertion_type')
  const bodyId = params.get('client_id')
  if ([basic, secret, assertion].filter(Boolean).length > 1) {
    throw new OAuthError('invalid_request', 'the client is authenticated in more than one way')
  }
  if (basic && bodyId !== undefined && bodyId !== basic.id) {
    throw new OAuthError('invalid_request', 'client_id differs from the Authorization header')
  }
  if (Boolean(assertion) !== Boolean(assertionKind) || (assertionKind && assertionKind !== assertionType)) {
    throw new OAuthError('invalid_request', `client_assertion needs client_assertion_type ${assertionType}`)
  }

  if (assertion) return authenticateByAssertion(deps, assertion, bodyId, endpoint)
  const id = basic?.id ?? bodyId
  if (id === undefined) throw new OAuthError('invalid_client', 'the client is not named')
  const client = deps.config.clients.get(id)
  const shown = basic?.secret ?? secret
  if (shown !== undefined) {
    const method = basic ? 'client_secret_basic' : 'client_secret_post'
    // Compared even if the client is unknown or uses another method, so the response time reveals nothing.
    const secrets = client?.secrets.length ? client.secrets : ['']
    const right = secrets.filter((secret) => equalsSecretly(secret, shown)).length > 0
    requireMethod(deps, client, method)
    if (!client || !right) throw refused()
    return client
  }
  requireMethod(deps, client, 'none')
  if (!client) throw refused()
  return client
}

/** Tells the client, and whoever reads the log, which method is expected. */
function requireMethod({ log }: Pick<Deps, 'log'>, client: Client | undefined, method: AuthMethod): void {
  if (!client || client.tokenAuthMethods.includes(method)) return
  const expected = client.tokenAuthMethods.join(' or ')
  log.warn({ client: client.id, method, expected }, 'a client authenticated by another method than its own')
  throw new OAuthError(
    'invalid_client',
    `the client authenticated by ${method}; its token_endpoint_auth_method is ${expected}`,
  )
}

/** Wrong credentials per client and network. The right ones always work, so nobody can lock a client out. */
const failuresPerMinute = [{ count: 100, window: minute }]

/** Counts a failed authentication. Throws `TooManyAttempts` when there were too many. */
export async function countFailure(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  clientId: string,
  network: string,
): Promise<void> {
  if (deps.config.limits.perNetwork.length === 0) return
  await enforceLimit(deps, `client:${digest(clientId)}:${network}`, failuresPerMinute)
}

/** private_key_jwt (RFC 7523 section 3, OIDC Core 9). */
async function authenticateByAssertion(
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
  const client = typeof claimed.sub === 'string' ? deps.config.clients.get(claimed.sub) : undefined
  requireMethod(deps, client, 'private_key_jwt')
  if (!client) throw refused()
  if (bodyId !== undefined && bodyId !== client.id)
    throw new OAuthError('invalid_request', 'client_id differs from the client_assertion')

  const audience = client.assertionAudience.flatMap((audience) =>
    audience === 'issuer' ? [deps.config.issuer] : [`${deps.config.issuer}${endpoint}`, `${deps.config.issuer}/token`],
  )
  const now = deps.now()
  let payload: Awaited<ReturnType<typeof jwtVerify>>['payload']
  try {
    const verified = await jwtVerify(assertion, deps.clientKeys.of(client), {
      algorithms: [...assertionAlgs],
      issuer: client.id,
      subject: client.id,
      audience,
      requiredClaims: ['exp', 'jti'],
      clockTolerance,
      currentDate: now,
    })
    payload = verified.payload
  } catch (error) {
    if (!(error instanceof joseErrors.JOSEError))
      deps.log.warn({ client: client.id }, 'the keys of a client could not be fetched')
    throw refused()
  }
  const seconds = now.getTime() / 1000
  const { exp = 0, iat, nbf, jti, aud } = payload
  // Only one audience, and it is ours: an assertion that is also meant for another server could be replayed here.
  if (Array.isArray(aud) && aud.length !== 1) throw refused()
  if (exp - seconds > maxAssertionLife + clockTolerance || (iat ?? nbf ?? 0) > seconds + clockTolerance) throw refused()
  if (typeof jti !== 'string' || jti.length > 512) throw refused()
  if (!(await noteAssertion(deps.db, digest(`${client.id}\n${jti}`), new Date((exp + clockTolerance) * 1000))))
    throw refused()
  return client
}
