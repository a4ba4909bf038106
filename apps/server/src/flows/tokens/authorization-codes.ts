import { digest } from '../../crypto/random.ts'
import type { RequestedClaims } from '../../oidc/claims-parameter.ts'
import type { Deps } from '../platform/deps.ts'
import type { Impersonated } from './issue-tokens.ts'

/** Seconds. Not configurable: a longer life would only help an attacker. */
export const codeTtl = 60

/**
 * Everything a code stands for, sealed inside the code itself (docs/decisions/0003). Nothing is stored until it is
 * redeemed; the redemption inserts the grant under `grantId`, and the primary key makes it happen once.
 */
export interface CodePayload {
  grantId: string
  clientId: string
  redirectUriDigest: string
  codeChallenge?: string
  /** The thumbprint of the key that its redemption has to prove (RFC 9449 section 10). */
  jkt?: string
  userId: string
  sessionId: string
  scope: string[]
  nonce?: string
  claims?: RequestedClaims
  resource: string[]
  organizationId: string | null
  teamId: string | null
  acr: string
  amr: string[]
  impersonation?: Impersonated
  /** The connection that made the session, and until when what it made is valid, in milliseconds since the epoch. */
  connectionId?: string
  connectedUntil?: number
  /** The session there, and when its person authenticated there, in milliseconds since the epoch. */
  upstreamSid?: string | null
  connectedSince?: number
  /** Milliseconds since the epoch. */
  authenticatedAt: number
  expiresAt: number
}

export const sealCode = ({ keyring }: Pick<Deps, 'keyring'>, payload: CodePayload): string =>
  keyring.seal('authorization-code', JSON.stringify(payload))

export function openCode({ keyring }: Pick<Deps, 'keyring'>, code: string): CodePayload | null {
  const text = keyring.open('authorization-code', code)
  return text === null ? null : (JSON.parse(text) as CodePayload)
}

export const codeIssuedAt = ({ expiresAt }: CodePayload): Date => new Date(expiresAt - codeTtl * 1000)

export const redirectUriDigest = (redirectUri: string): string => digest(redirectUri)
