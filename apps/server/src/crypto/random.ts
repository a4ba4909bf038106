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
export const newId = (now: Date): string =>
  now.getTime().toString(16).padStart(12, '0') + randomBytes(10).toString('hex')

/** SHA-256 in base64url. For high-entropy secrets, so no password hash is needed. */
export const digest = (text: string): string => hash('sha256', text, 'base64url')

/** Compares two texts in a time that does not depend on where they differ. */
export const equalsSecretly = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
