import { digest } from '../../../crypto/random.ts'
import type { Deps } from '../../platform/deps.ts'

/**
 * The relying party: this very host. An issuer without a host name, such as http://127.0.0.1:4000, can't have passkeys
 * (Web Authentication Level 3, section 5.1.3).
 */
export function relyingParty({ config }: Pick<Deps, 'config'>): { id: string; origins: string[] } | null {
  const { hostname, origin } = new URL(config.issuer)
  if (/^[\d.]+$|^\[/.test(hostname)) return null
  return { id: hostname, origins: [origin, ...config.passkeyRelatedOrigins] }
}

/**
 * The user handle of a person: their subject, which says nothing about them. A handle has 64 bytes at most (Web
 * Authentication Level 3, section 5.4.3), and a subject that was imported may be longer.
 */
export const userHandle = (userId: string): string =>
  Buffer.byteLength(userId) <= 64 ? Buffer.from(userId).toString('base64url') : digest(userId)
