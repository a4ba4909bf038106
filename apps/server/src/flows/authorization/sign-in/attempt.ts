import type { Interaction } from '../../../store/hot/interactions.ts'
import type { CodeProblem } from '../../identity/email-codes.ts'
import type { SignInMethod } from '../../platform/counters.ts'
import type { Deps } from '../../platform/deps.ts'
import { enforceLimit, TooManyAttempts } from '../../platform/limits.ts'
import type { SignInReason } from '../../platform/sign-in-log.ts'
import type { Visitor } from '../../platform/visitor.ts'

/** An attempt to sign in that has just begun. */
export interface Attempt {
  method: SignInMethod
  interaction: Pick<Interaction, 'id' | 'browserDigest' | 'request' | 'organizationId'>
  /** Null where the browser names no address: a passkey says whose it is. */
  address: string | null
  visitor: Visitor
}

/** Every attempt counts against its network, whatever the method. */
export async function countNetwork(deps: Deps, attempt: Attempt): Promise<void> {
  try {
    await enforceLimit(deps, `network:${attempt.visitor.network}`, deps.config.limits.perNetwork)
  } catch (error) {
    if (error instanceof TooManyAttempts) logAttempt(deps, attempt, 'network-limit')
    throw error
  }
}

/** The result of an attempt. `problem` is what its person may see; `reason` is for operators. */
export type SignInResult =
  | { ok: true; userId: string; sessionCookie: string; deviceCookie: string }
  | {
      ok: false
      problem: CodeProblem | PasskeyProblem | 'not-allowed' | 'address-reserved' | 'company-sign-in'
      reason: SignInReason
      userId?: string
    }

type PasskeyProblem = 'passkey-refused' | 'passkey-unknown'

/** Counts and logs the result of an attempt. Nobody waits for the log. */
export function noteResult(deps: Deps, attempt: Attempt, result: SignInResult): SignInResult {
  deps.counters.signIn(attempt.method, result.ok ? 'ok' : result.problem)
  logAttempt(deps, attempt, result.ok ? null : result.reason, result.userId)
  return result
}

/** Notes an attempt for operators who are asked why someone can't sign in (docs/operators.md). */
export const logAttempt = (
  deps: Pick<Deps, 'signInLog'>,
  attempt: Attempt,
  reason: SignInReason | null,
  userId: string | null = null,
): void => deps.signInLog.record({ ...loggedAttempt(attempt), userId, reason })

export const loggedAttempt = ({ method, interaction, address, visitor }: Attempt) => ({
  method,
  address,
  userId: null,
  clientId: interaction.request.clientId,
  organizationId: interaction.organizationId,
  interactionId: interaction.id,
  network: visitor.network,
  userAgent: visitor.userAgent,
})
