import { digest } from '../../crypto/random.ts'
import { normalizeUserCode } from '../../oidc/user-codes.ts'
import { enterUserCode } from '../../store/beyond-prisma/device-requests.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import type { Deps } from '../platform/deps.ts'
import { hour } from '../platform/durations.ts'
import { checkLimit, enforceLimit, enforceLimits, type NamedLimits, TooManyAttempts } from '../platform/limits.ts'
import type { Visitor } from '../platform/visitor.ts'

/** People who may type one code: more of them were all sent it by the same one. */
const mostPeople = 5

/** Codes that are not known. They are counted in all too: who guesses has many networks. */
const wrongCodes = (sessionId: string, network: string): NamedLimits[] => [
  [`user-code:session:${digest(sessionId)}`, [{ count: 5, window: hour }]],
  [`user-code:network:${network}`, [{ count: 10, window: hour }]],
  ['user-code:all', [{ count: 100, window: hour }]],
]

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
  const limits = wrongCodes(session.id, network)
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
  await enforceLimits(deps, limits)
  return null
}
