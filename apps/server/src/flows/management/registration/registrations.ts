import { digest, equalDigests, newId, newSecret } from '../../../crypto/random.ts'
import { digestOfSecret } from '../../../oidc/clients.ts'
import {
  openPolicy,
  type RegistrationMetadata,
  type RegistrationPolicy,
  registeredPrefix,
} from '../../../oidc/dynamic-clients/registration.ts'
import { OAuthError } from '../../../oidc/errors.ts'
import { deleteRegisteredClient } from '../../../store/beyond-prisma/registered-clients.ts'
import { incrementCounter } from '../../../store/hot/rate-limits.ts'
import { findRegisteredClient } from '../../../store/hot/registered-clients.ts'
import { redeemInitialAccessToken } from '../../../store/prisma/clients/initial-access-tokens.ts'
import {
  countClientsOfToken,
  findUnusedRegistration,
  insertRegisteredClient,
} from '../../../store/prisma/clients/registered-clients.ts'
import { type Actor, inTransaction } from '../../platform/audit.ts'
import { type RegisteredClientRecord, registeredClient } from '../../platform/clients/registered-client.ts'
import type { Deps } from '../../platform/deps.ts'
import { hour, minute } from '../../platform/durations.ts'
import { counterKey, enforceLimit, siteOf } from '../../platform/limits.ts'
import { findUsableInitialAccessToken, type UsableToken } from './initial-access-tokens.ts'
import { parseRegistration } from './registration-metadata.ts'

/** Registrations of a network that no token counts, tries with tokens that are not good, and tries to read a registration. */
const perNetwork = [{ count: 20, window: minute }]
/**
 * When there are more than this on the whole server, a network may register no more than twice in an hour. Others go
 * on: a limit that all share could be used up by one network to lock everybody out.
 */
const busy = { count: 600, window: hour }
const perNetworkWhenBusy = [{ count: 2, window: hour }]

/** How long the same metadata from the same network is taken for the same client, if it was never used. */
const sameClientFor = 10 * minute

/** A client as its registration is answered. The secret and the token are in this answer only. */
export interface Registration {
  record: RegisteredClientRecord
  metadata: RegistrationMetadata
  secret: string | null
  accessToken: string | null
}

interface RegistrationRequest {
  members: Record<string, unknown>
  /** What `admitRegistration` found. */
  token: UsableToken | null
  network: string
}

/** Reading and deleting are counted separately: a network that can't register any more can still delete. */
type Counted = 'registration' | 'registration-access'

async function limitNetwork(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  counted: Counted,
  network: string,
): Promise<void> {
  if (deps.config.limits.perNetwork.length > 0) await enforceLimit(deps, `${counted}:${network}`, perNetwork)
}

/**
 * Lets a request to register in, before its body is read. A good initial access token counts the registrations itself, if
 * it has a limit; every other request counts for its network. Null: no token is needed, and none was shown.
 * @throws OAuthError when the token is not good, TooManyAttempts
 */
export async function admitRegistration(
  deps: Deps,
  { initialAccessToken: shown, network }: { initialAccessToken: string | null; network: string },
): Promise<UsableToken | null> {
  const token = shown === null ? null : await findUsableInitialAccessToken(deps, shown)
  const isCounted = token !== null && (token.usesLeft !== null || token.policy.maxClients !== null)
  if (!isCounted) await limitNetwork(deps, 'registration', network)
  if (!token && (shown !== null || deps.config.registration !== 'open')) throw badInitialAccessToken()
  return token
}

/** The same for one that would make a client, while there are many of them everywhere. */
async function limitWhenBusy(deps: Pick<Deps, 'config' | 'db' | 'now'>, network: string): Promise<void> {
  if (deps.config.limits.perNetwork.length === 0) return
  const { count } = await incrementCounter(deps.db, counterKey('registrations', busy.window), busy.window, deps.now())
  if (count > busy.count) await enforceLimit(deps, `registration-busy:${siteOf(network)}`, perNetworkWhenBusy)
}

/** Registers a client (RFC 7591). @throws OAuthError, TooManyAttempts */
export async function registerClient(deps: Deps, request: RegistrationRequest): Promise<Registration> {
  const { token } = request
  const policy = token?.policy ?? openPolicy
  const parsed = parseRegistration(request.members, policy, {
    invited: token !== null,
    production: deps.config.production,
    dpop: deps.config.dpop,
  })
  const record = recordOf(deps, request.network, parsed, policy, token)
  const metadata = JSON.parse(record.metadata) as RegistrationMetadata
  if (token) return insertRegistration(deps, record, metadata, token)
  // Only a client without a secret: the request may come from somebody else.
  const same =
    metadata.token_endpoint_auth_method === 'none'
      ? await findUnusedRegistration(deps.db, record.fingerprint, new Date(deps.now().getTime() - sameClientFor))
      : null
  if (same) return { record: same, metadata, secret: null, accessToken: null }
  await limitWhenBusy(deps, request.network)
  return insertRegistration(deps, record, metadata, null)
}

const badInitialAccessToken = () =>
  new OAuthError('invalid_token', 'the initial access token is unknown, expired, revoked or used up')

/** The row of a client, still without secrets. */
function recordOf(
  deps: Deps,
  network: string,
  parsed: RegistrationMetadata,
  policy: RegistrationPolicy,
  token: UsableToken | null,
): RegisteredClientRecord {
  const { scope, ...others } = parsed
  const now = deps.now()
  const record: RegisteredClientRecord = {
    id: `${registeredPrefix}${newId(now)}`,
    metadata: JSON.stringify(others),
    secretDigest: null,
    accessDigest: null,
    fingerprint: '',
    initialTokenId: token?.id ?? null,
    firstParty: policy.firstParty,
    requirePkce: others.token_endpoint_auth_method === 'none' || !policy.pkceOptional,
    network,
    createdAt: now,
    usedAt: null,
    disabledAt: null,
    listedAt: null,
  }
  const allowed = policy.scopes ?? [...registeredClient(deps, record).scopes]
  const metadata = JSON.stringify({ ...others, ...narrowScope(scope, allowed, policy) })
  return { ...record, metadata, fingerprint: digest(`${network} ${metadata}`) }
}

/** What is allowed is the limit; a client that asks for nothing of it may have all. */
function narrowScope(
  scope: string | undefined,
  allowed: readonly string[],
  { scopes }: RegistrationPolicy,
): { scope?: string } {
  const asked = scope?.split(' ').filter((name) => allowed.includes(name)) ?? []
  if (asked.length > 0) return { scope: asked.join(' ') }
  return scopes ? { scope: scopes.join(' ') } : {}
}

async function insertRegistration(
  deps: Deps,
  unsecured: RegisteredClientRecord,
  metadata: RegistrationMetadata,
  token: UsableToken | null,
): Promise<Registration> {
  const { id, network, createdAt: now } = unsecured
  const secret = metadata.token_endpoint_auth_method.startsWith('client_secret') ? `vcs_${newSecret()}` : null
  const accessToken = token ? `rat_${newSecret()}` : null
  const record = {
    ...unsecured,
    secretDigest: secret && digestOfSecret(secret),
    accessDigest: accessToken && digest(accessToken),
  }
  await inTransaction(deps, async (tx) => {
    if (token && !(await redeemInitialAccessToken(tx, token.id, now))) throw badInitialAccessToken()
    const maxClients = token?.policy.maxClients ?? null
    if (token && maxClients !== null && (await countClientsOfToken(tx, token.id, maxClients)) >= maxClients)
      throw new OAuthError('access_denied', 'the initial access token has as many clients as it may have')
    await insertRegisteredClient(tx, record)
    await tx.record(clientActor(id, network), {
      action: 'client.registered',
      target: ['client', id],
      detail: { name: metadata.client_name ?? null, ...(token ? { token: token.name } : {}) },
    })
  })
  return { record, metadata, secret, accessToken }
}

const clientActor = (id: string, network: string): Actor => ({ kind: 'client', id, network, organizationId: null })

/** The client of a registration access token (RFC 7592 section 3). @throws OAuthError for another token or client, TooManyAttempts */
export async function findRegistration(
  deps: Deps,
  id: string,
  { accessToken, network }: { accessToken: string; network: string },
): Promise<Registration> {
  const record = await findRegisteredClient(deps.db, id)
  // Compared even if there is no such client, so the response time reveals nothing.
  const right = equalDigests(record?.accessDigest ?? digest(''), digest(accessToken))
  if (!record?.accessDigest || !right) {
    await limitNetwork(deps, 'registration-access', network)
    throw new OAuthError('invalid_token', 'the registration access token is not that of a client')
  }
  if (record.disabledAt) throw new OAuthError('access_denied', 'the client is disabled')
  return { record, metadata: JSON.parse(record.metadata) as RegistrationMetadata, secret: null, accessToken }
}

/** A client that deletes itself (RFC 7592 section 2.3). */
export async function deleteRegistration(
  deps: Deps,
  { record, metadata }: Pick<Registration, 'record' | 'metadata'>,
  network: string,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    if (!(await deleteRegisteredClient(tx, record.id, deps.now()))) return
    await tx.record(clientActor(record.id, network), {
      action: 'client.deleted',
      target: ['client', record.id],
      detail: { name: metadata.client_name ?? null },
    })
  })
  deps.registeredClients?.forget(record.id)
}

/** The client information response (RFC 7591 section 3.2.1): what is stored, and the scopes that follow from it. */
export function clientInformation(
  deps: Pick<Deps, 'config' | 'clientRules' | 'resources'>,
  { record, metadata, secret, accessToken }: Registration,
): Record<string, unknown> {
  return {
    client_id: record.id,
    client_id_issued_at: Math.floor(record.createdAt.getTime() / 1000),
    ...(secret ? { client_secret: secret, client_secret_expires_at: 0 } : {}),
    ...metadata,
    scope: [...registeredClient(deps, record).scopes].join(' '),
    ...(accessToken
      ? {
          registration_access_token: accessToken,
          registration_client_uri: `${deps.config.issuer}/register/${encodeURIComponent(record.id)}`,
        }
      : {}),
  }
}
