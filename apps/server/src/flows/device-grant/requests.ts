import { digest, newSecret, takeRandomBytes } from '../../crypto/random.ts'
import { type Client, signsInDevices } from '../../oidc/clients.ts'
import { parseDeviceRequest } from '../../oidc/device-request.ts'
import { OAuthError } from '../../oidc/errors.ts'
import type { Params } from '../../oidc/params.ts'
import { shownUserCode, userCodeOf } from '../../oidc/user-codes.ts'
import { countPendingDevices, insertDeviceRequest } from '../../store/beyond-prisma/device-requests.ts'
import type { Deps } from '../platform/deps.ts'
import { minute } from '../platform/durations.ts'
import { enforceLimit, TooManyAttempts } from '../platform/limits.ts'
import { notingRefusedScopes } from '../platform/refused-scopes.ts'
import type { Visitor } from '../platform/visitor.ts'

/** Seconds that a code lives, and between two polls. */
const ttl = 600
const interval = 5

/** Requests of a client from a network: fewer than may wait, so that one network never uses up what all have. */
const perNetwork = [
  { count: 10, window: minute },
  { count: 30, window: 10 * minute },
]
/** Requests of a client that wait for their person at the same time. */
const mostPending = 100

/** RFC 8628 section 3.2. */
interface DeviceAuthorizationResponse {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete?: string
  expires_in: number
  interval: number
}

/**
 * A device asks to be signed in (RFC 8628 section 3.1). Only a client of the environment can: who attacks by this grant
 * chooses the client too.
 */
export async function authorizeDevice(
  deps: Deps,
  client: Client,
  params: Params,
  { network, userAgent }: Pick<Visitor, 'network' | 'userAgent'>,
): Promise<DeviceAuthorizationResponse> {
  if (!signsInDevices(client))
    throw new OAuthError('unauthorized_client', 'the device grant is not enabled for the client')
  await enforceLimit(deps, `device:${client.id}:${network}`, perNetwork)
  await deps.resources.lookFor(client, params.all('resource'))
  const request = await notingRefusedScopes(deps, client, () => parseDeviceRequest(params, client, deps.resources))
  const now = deps.now()
  if ((await countPendingDevices(deps.db, client.id, now)) >= mostPending) throw new TooManyAttempts(60)
  const deviceCode = newSecret()
  const userCode = await storeRequest(deps, {
    ...request,
    ...{ id: digest(deviceCode), clientId: client.id, network, userAgent: userAgent.slice(0, 256), interval },
    ...{ createdAt: now, expiresAt: new Date(now.getTime() + ttl * 1000) },
  })
  const verificationUri = `${deps.config.issuer}/device`
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: verificationUri,
    ...(client.deviceQr ? { verification_uri_complete: `${verificationUri}?user_code=${userCode}` } : {}),
    expires_in: ttl,
    interval,
  }
}

type StoredRequest = Omit<Parameters<typeof insertDeviceRequest>[1], 'userCodeMac'>

/** Stores a request under a user code that no other one has. There are 20 to the power of 8. */
async function storeRequest({ db, keyring }: Deps, request: StoredRequest): Promise<string> {
  for (let tries = 0; tries < 10; tries += 1) {
    const code = userCodeOf(takeRandomBytes(32))
    if (code === null) continue
    const userCodeMac = keyring.mac('user-code', code).toString('base64url')
    if (await insertDeviceRequest(db, { ...request, userCodeMac })) return shownUserCode(code)
  }
  throw new Error('no user code is free')
}
