import { normalizeUserCode } from '../../oidc/user-codes.ts'
import { enterUserCode } from '../../store/beyond-prisma/device-requests.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import type { Deps } from '../platform/deps.ts'
import { hour } from '../platform/durations.ts'
import {
  checkLimit,
  consumeLimit,
  enforceLimit,
  enforceLimits,
  type NamedLimits,
  siteOf,
  TooManyAttempts,
} from '../platform/limits.ts'
import type { Visitor } from '../platform/visitor.ts'

/** People who may type one code: more of them were all sent it by the same one. */
const mostPeople = 5

/**
 * When there are more wrong codes than this on the whole server, somebody guesses with many accounts and networks, and each has
 * fewer. A limit that all share would be used up by one of them to close the page for everybody; so nobody waits for others.
 */
const busy: NamedLimits = ['user-code:all', [{ count: 100, window: hour }]]

/**
 * The limits on codes that are not known. What they leave to who guesses: hits in an hour = guesses in an hour × codes that wait
 * / 20^8. A code waits for ten minutes, and of a client no more than 100 do. Until it is busy, 100 guesses: 4e-7, so a hit in 290
 * years for each client. From then on each site has two, for which somebody has signed in within five minutes: with 10,000 sites
 * 8e-5, a hit in 17 months. A hit signs somebody else's device in to the account of who guessed, and opens nothing of anybody's.
 */
async function wrongCodes(deps: Deps, userId: string, network: string): Promise<NamedLimits[]> {
  const isBusy = (await checkLimit(deps, ...busy)) !== null
  return [
    [`user-code:person:${userId}`, [{ count: isBusy ? 2 : 5, window: hour }]],
    [`user-code:network:${network}`, [{ count: 10, window: hour }]],
    ...(isBusy ? [[`user-code:site:${siteOf(network)}`, [{ count: 2, window: hour }]] as const] : []),
  ]
}

/**
 * A person types the code of a device: from now on, their session decides about it. Returns the id of the request, or null
 * if there is no such code. @throws TooManyAttempts
 */
export async function enterCode(
  deps: Deps,
  { person, session }: Pick<SignedIn, 'person' | 'session'>,
  typed: string,
  { network }: Pick<Visitor, 'network'>,
): Promise<string | null> {
  const limits = await wrongCodes(deps, person.id, network)
  for (const [name, limit] of limits) {
    const wait = await checkLimit(deps, name, limit)
    if (wait !== null) throw new TooManyAttempts(wait)
  }
  await enforceLimit(deps, `network:${network}`, deps.config.limits.perNetwork)
  const code = normalizeUserCode(typed)
  if (code === null) return null
  for (const mac of deps.keyring.macs('user-code', code)) {
    const entered = { mac: mac.toString('base64url'), userId: person.id, sessionId: session.id, mostPeople }
    const id = await enterUserCode(deps.db, { ...entered, now: deps.now() })
    if (id !== null) return id
  }
  await consumeLimit(deps, ...busy)
  await enforceLimits(deps, limits)
  return null
}
