import type { CodeProblem } from '../../identity/email-codes.ts'
import { ProofGone, startSession } from '../../identity/sessions.ts'
import type { SignInMethod } from '../../platform/counters.ts'
import type { Deps } from '../../platform/deps.ts'
import { enforceLimit } from '../../platform/limits.ts'
import type { Visitor } from '../../platform/visitor.ts'

/** Every attempt counts against its network, whatever the method. */
export async function countNetwork(deps: Deps, visitor: Visitor): Promise<void> {
  await enforceLimit(deps, `network:${visitor.network}`, deps.config.limits.perNetwork)
}

/** The result of an attempt to sign in. */
export type SignInResult =
  | { ok: true; sessionCookie: string; deviceCookie: string }
  | { ok: false; problem: CodeProblem | PasskeyProblem | 'not-allowed' | 'address-reserved' }

type PasskeyProblem = 'passkey-refused' | 'passkey-unknown'

export function countOutcome(deps: Deps, method: SignInMethod, result: SignInResult): SignInResult {
  deps.counters.signIn(method, result.ok ? 'ok' : result.problem)
  return result
}

/** Starts a session. Returns null when its proof was taken away meanwhile. */
export async function startProvenSession(...signIn: Parameters<typeof startSession>): Promise<string | null> {
  try {
    return await startSession(...signIn)
  } catch (error) {
    if (error instanceof ProofGone) return null
    throw error
  }
}
