import { createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits in base64url: session secrets, handles, link tokens. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * 256 random bits without six digits in a row, for links: in a mail's text the code is then the only such run.
 */
export function newLinkSecret(): string {
  for (;;) {
    const secret = newSecret()
    if (!/\d{6}/.test(secret)) return secret
  }
}

/** An opaque id that sorts by the time it was made, so that new rows land side by side. Never reused. */
export const newId = (now: Date): string => firstIdAt(now) + randomBytes(10).toString('hex')

/** The id of what is made at most once in the course of something else, by what that is. */
export const idOnce = (begun: Date, ...parts: readonly string[]): string =>
  firstIdAt(begun) + hash('sha256', parts.join(' '), 'hex').slice(0, 20)

/** What sorts before every id made from `at` on, and after every id made before. */
export const firstIdAt = (at: Date): string => at.getTime().toString(16).padStart(12, '0')

/** SHA-256 in base64url. For high-entropy secrets, so no password hash is needed. */
export const digest = (text: string): string => hash('sha256', text, 'base64url')

/** Compares two texts in a time that does not depend on where they differ. */
export const equalsSecretly = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
