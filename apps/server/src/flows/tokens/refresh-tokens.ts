import { timingSafeEqual } from 'node:crypto'
import { type Client, isDynamic, isPublic } from '../../oidc/clients.ts'
import type { Deps } from '../platform/deps.ts'

/** Seconds for which a dynamic client may go on at most without asking the person again. */
const dynamicMax = 90 * 86_400

/** The seconds that a refresh token lives: without being used, and however often it is. */
export function refreshLifetimes(
  { config: { ttl } }: Pick<Deps, 'config'>,
  client: Pick<Client, 'source'>,
): { idle: number; max: number } {
  if (!isDynamic(client)) return { idle: ttl.refreshIdle, max: ttl.refreshMax }
  return { idle: ttl.dynamicRefreshIdle, max: Math.min(dynamicMax, ttl.refreshMax) }
}

/**
 * A refresh token is `<grant>.<generation>.<mac>`: nothing of it is stored. The mac proves that it was ours; the row of
 * the grant says which generation is current. Its successor is the next generation, so every replica hands out the same.
 * One that is bound to a key is `<grant>.<generation>.<thumbprint>.<mac>`, or with `anyKey` for the thumbprint, and so are all its
 * successors: its grant never becomes one of bearer tokens.
 */
export function makeRefreshToken(
  { keyring }: Pick<Deps, 'keyring'>,
  grantId: string,
  generation: number,
  boundTo: string | null = null,
): string {
  const body = bodyOf(grantId, generation, boundTo)
  return `${body}.${keyring.mac('refresh-token', body).toString('base64url')}`
}

const bodyOf = (grantId: string, generation: number | string, boundTo: string | null): string =>
  boundTo === null ? `${grantId}.${generation}` : `${grantId}.${generation}.${boundTo}`

/** Instead of a thumbprint: the client has to prove a key, whichever it is. */
const anyKey = 'dpop'

/**
 * What the refresh token of a client is bound to, if its access token is bound to this key. Only that of a public client is bound to
 * the key itself: any other authenticates, and may use a new key each time (RFC 9449 section 5).
 */
export const keyOfRefreshToken = (client: Client, jkt: string | null): string | null =>
  jkt === null || isPublic(client) ? jkt : anyKey

/** Whether a request has the proof that its refresh token needs. */
export const isProven = (boundTo: string | null, jkt: string | undefined): boolean =>
  boundTo === null || boundTo === jkt || (boundTo === anyKey && jkt !== undefined)

interface RefreshToken {
  grantId: string
  generation: number
  /** A thumbprint, or `anyKey`. */
  boundTo: string | null
}

/** Reads a token in its canonical spelling, or null. */
export function readRefreshToken({ keyring }: Pick<Deps, 'keyring'>, token: string): RefreshToken | null {
  const match = /^([0-9a-f]{32})\.(0|[1-9]\d{0,8})(?:\.([\w-]{43}|dpop))?\.([\w-]{43})$/.exec(token)
  const [, grantId, generation, boundTo = null, mac] = match ?? []
  if (!grantId || generation === undefined || !mac) return null
  const given = Buffer.from(mac, 'base64url')
  if (given.toString('base64url') !== mac) return null
  const genuine = keyring
    .macs('refresh-token', bodyOf(grantId, generation, boundTo))
    .some((expected) => timingSafeEqual(expected, given))
  return genuine ? { grantId, generation: Number(generation), boundTo } : null
}

/** The key of a refresh token, for those who ask about it. */
export const jktOfRefreshToken = ({ boundTo }: RefreshToken): string | null => (boundTo === anyKey ? null : boundTo)
