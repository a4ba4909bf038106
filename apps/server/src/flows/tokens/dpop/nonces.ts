import { decodeJwt } from 'jose'
import { NonceRequired } from '../../../oidc/errors.ts'
import type { Deps } from '../../platform/deps.ts'
import { minute } from '../../platform/durations.ts'

/** The authorization server and its own resources have different nonces (RFC 9449 section 9). */
export type NonceAudience = 'token' | 'resource'

type NonceDeps = Pick<Deps, 'keyring' | 'now'>

/** Minutes by which the clocks of replicas may differ, and for which a nonce remains good. */
const tolerance = 2

const textOf = (audience: NonceAudience, step: number): string => `${audience} ${step}`
const nonceOf = (step: number, mac: Buffer): string =>
  `${step.toString(36)}.${mac.subarray(0, 16).toString('base64url')}`
const currentStep = ({ now }: Pick<Deps, 'now'>): number => Math.floor(now().getTime() / minute)

/** The nonce of this minute. It is derived, so that every replica knows it and nothing is stored. */
export function newestNonce(deps: NonceDeps, audience: NonceAudience): string {
  const step = currentStep(deps)
  return nonceOf(step, deps.keyring.mac('dpop-nonce', textOf(audience, step)))
}

/** Whether a nonce was made here within the last minutes, which says the same of the proof that it is in. */
export function isOwnNonce(deps: NonceDeps, audience: NonceAudience, nonce: string): boolean {
  const digits = /^([0-9a-z]{1,9})\.[\w-]{22}$/.exec(nonce)?.[1]
  if (digits === undefined) return false
  const step = Number.parseInt(digits, 36)
  if (Math.abs(step - currentStep(deps)) > tolerance) return false
  return deps.keyring.macs('dpop-nonce', textOf(audience, step)).some((mac) => nonceOf(step, mac) === nonce)
}

/** RFC 9449 section 8: the client tries again with this nonce. */
export const askForNonce = (deps: NonceDeps, audience: NonceAudience, why: string): NonceRequired =>
  new NonceRequired(why, newestNonce(deps, audience))

/**
 * The header of a successful answer that renews the nonce of the client (RFC 9449 section 8.2). Clients that need none get
 * none. The proof was verified before.
 */
export function renewedNonce(
  deps: NonceDeps & Pick<Deps, 'config'>,
  audience: NonceAudience,
  proof: string | null,
): Record<string, string> {
  if (!deps.config.dpop || proof === null) return {}
  const { nonce } = decodeJwt(proof)
  if (nonce === undefined) return {}
  const newest = newestNonce(deps, audience)
  return nonce === newest ? {} : { 'DPoP-Nonce': newest }
}
