import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { digest } from '../../crypto/random.ts'
import { assertionAlgs } from '../../oidc/metadata.ts'
import { redeemAssertion } from '../../store/hot/used-assertions.ts'
import type { Deps } from '../platform/deps.ts'

/** How far the clock of an issuer may be from ours, in seconds. */
export const clockTolerance = 10

/** What an assertion has to be (RFC 7523 section 3). */
interface AssertionRules {
  issuer: string
  /** Undefined: any. */
  subject?: string
  /** It has one audience, and that is one of these. */
  audience: readonly string[]
  keys: JWTVerifyGetKey
  /** Seconds that it may live from now on. */
  maxLife: number
  /** Whether it may be used again while it lives; if not, it needs a `jti`. */
  replay: 'refused' | 'allowed'
  /** Claims that it has to have beside `exp`. */
  requires?: readonly string[]
  /** Default: `clockTolerance`. */
  tolerance?: number
}

/** An assertion was refused. Only the log says why. */
export class AssertionRefused extends Error {
  override readonly name = 'AssertionRefused'
  /** `reason`: the first claim that was wrong, or what was wrong of the signature. */
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

/** Verifies the signature and the registered claims of an assertion. @throws AssertionRefused */
export async function verifyAssertion(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  assertion: string,
  { issuer, subject, audience, keys, maxLife, replay, requires = [], tolerance = clockTolerance }: AssertionRules,
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(assertion, keys, {
    algorithms: [...assertionAlgs],
    issuer,
    ...(subject === undefined ? {} : { subject }),
    audience: [...audience],
    requiredClaims: ['exp', ...(replay === 'refused' ? ['jti'] : []), ...requires],
    clockTolerance: tolerance,
    currentDate: now(),
  }).catch((error: unknown) => {
    throw new AssertionRefused(reasonOf(error), { cause: error })
  })
  const seconds = now().getTime() / 1000
  const { exp = 0, iat, nbf, jti, aud } = payload
  // Only one audience, and it is ours: an assertion that is also meant for another server could be replayed here.
  if (Array.isArray(aud) && aud.length !== 1) throw new AssertionRefused('aud')
  if (exp - seconds > maxLife + tolerance) throw new AssertionRefused('exp')
  if ((iat ?? nbf ?? 0) > seconds + tolerance) throw new AssertionRefused('iat')
  if (replay === 'allowed') return payload
  if (typeof jti !== 'string' || jti.length > 512) throw new AssertionRefused('jti')
  if (!(await redeemAssertion(db, digest(`${issuer}\n${jti}`), new Date((exp + tolerance) * 1000))))
    throw new AssertionRefused('jti')
  return payload
}

/** What is wrong, in a word: the claim, or the part of the header. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired) return error.claim
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'alg'
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) return 'kid'
  return error instanceof errors.JOSEError ? 'format' : 'keys'
}
