import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../platform/deps.ts'
import { minute } from '../../platform/durations.ts'

/** A new challenge begins so often. */
const bucket = 5 * minute
/** Challenges that are accepted: the current one, and those before it. A bound cookie lives for less than they do. */
const accepted = 4

const textOf = (sessionId: string, number: number) => `challenge ${sessionId} ${number}`
const bucketAt = (now: Date) => Math.floor(now.getTime() / bucket)

/** What the browser of a session has to sign. Nothing is stored: it is an HMAC of session and time. */
export const challengeFor = ({ keyring, now }: Pick<Deps, 'keyring' | 'now'>, sessionId: string): string =>
  keyring.mac('bound-session', textOf(sessionId, bucketAt(now()))).toString('base64url')

/** Whether a challenge was given to the browser of this session within the last minutes. */
export function isChallenge(
  { keyring, now }: Pick<Deps, 'keyring' | 'now'>,
  sessionId: string,
  challenge: string,
): boolean {
  const given = Buffer.from(challenge, 'base64url')
  const current = bucketAt(now())
  return Array.from({ length: accepted }, (_, age) => textOf(sessionId, current - age))
    .flatMap((text) => keyring.macs('bound-session', text))
    .some((mac) => mac.length === given.length && timingSafeEqual(mac, given))
}
