import { OAuthError } from '../../../oidc/errors.ts'
import type { FederationReason } from '../../../oidc/federation/reasons.ts'
import { completeInteraction } from '../../../store/hot/interactions.ts'
import { findConnection } from '../../../store/prisma/federation/connections.ts'
import { noteTest } from '../../federation/activation.ts'
import type { FinishedAttempt, RedeemedAttempt } from '../../federation/upstream/attempt.ts'
import { detailOf, settleAttempt } from '../../federation/upstream/attempts.ts'
import { beginSignIn } from '../../federation/upstream/begin-sign-in.ts'
import { finishSignIn, type UpstreamAnswer } from '../../federation/upstream/finish-sign-in.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Visitor } from '../../platform/visitor.ts'
import { AuthorizationRefused, InteractionExpired, type OpenInteraction, openInteraction } from '../interactions.ts'
import { signInBy } from './sign-in-by.ts'

/** Where a browser goes on that came back from an identity provider. */
export type Arrival =
  | { kind: 'signed-in'; handle: string; sessionCookie: string; deviceCookie: string }
  /** An account is to be linked, or an address to be shown: on the page of the interaction that does so. */
  | { kind: 'confirm'; handle: string; page: '/connect' | '/code' }
  /** To the provider once more, since the authentication was too old. */
  | { kind: 'again'; url: string; flowCookie: string }
  /** A test ended, well or not: its page, a path below our issuer, shows it. */
  | { kind: 'tested'; path: string }
  | FailedArrival

export interface FailedArrival {
  kind: 'failed'
  reason: FederationReason
  /** Null if there is no such attempt in this browser. */
  reference: string | null
  /** The interaction that still waits. */
  handle: string | null
}

/**
 * Takes the answer that a browser brings from an identity provider, and does what it was asked for.
 * @throws InteractionExpired, AuthorizationRefused
 */
export async function arrive(deps: Deps, answer: UpstreamAnswer, visitor: Visitor): Promise<Arrival> {
  const finished = await finishSignIn(deps, answer, visitor)
  const { attempt } = finished
  if (attempt?.purpose === 'test' && attempt.returnPath !== null)
    return endTest(deps, finished, attempt.returnPath, visitor)
  const handle = attempt?.handle ?? null
  if (!finished.ok && finished.reason === 'authentication-too-old' && finished.attempt && handle !== null)
    return beginAgain(deps, finished.attempt, await openInteraction(deps, handle, visitor), visitor)
  if (!finished.ok) return { kind: 'failed', reason: finished.reason, reference: attempt?.reference ?? null, handle }
  if (handle === null) throw new InteractionExpired('not-found')
  return signIn(deps, finished, await openInteraction(deps, handle, visitor), visitor)
}

async function endTest(deps: Deps, finished: FinishedAttempt, path: string, visitor: Visitor): Promise<Arrival> {
  const { attempt, checks } = finished
  if (!attempt) throw new InteractionExpired('not-found')
  if (finished.ok) await settleAttempt(deps, attempt, { outcome: 'done', detail: detailOf(finished.claims, checks) })
  await noteTest(deps, attempt, finished, visitor)
  return { kind: 'tested', path: `${path}${path.includes('?') ? '&' : '?'}attempt=${attempt.reference}` }
}

async function signIn(
  deps: Deps,
  { attempt, identity, checks }: FinishedAttempt & { ok: true },
  open: OpenInteraction,
  visitor: Visitor,
): Promise<Arrival> {
  const { handle } = open
  const result = await signInBy(deps, open, attempt, identity, visitor)
  const detail = { checks }
  switch (result.kind) {
    case 'signed-in':
      await settleAttempt(deps, attempt, { outcome: 'done', detail })
      return { kind: 'signed-in', handle, sessionCookie: result.sessionCookie, deviceCookie: result.deviceCookie }
    case 'confirm':
      await settleAttempt(deps, attempt, { outcome: 'confirm', detail })
      return { kind: 'confirm', handle, page: '/connect' }
    case 'prove-address':
      await settleAttempt(deps, attempt, { outcome: 'confirm', detail })
      return { kind: 'confirm', handle, page: '/code' }
    case 'again':
      await settleAttempt(deps, attempt, { outcome: 'failed', reason: 'authentication-too-old', detail })
      return beginAgain(deps, attempt, open, visitor)
    case 'refused':
      await settleAttempt(deps, attempt, { outcome: 'failed', reason: result.reason, detail })
      return { kind: 'failed', reason: result.reason, reference: attempt.reference, handle }
  }
}

/**
 * Sends a browser to its provider once more, to authenticate now. A provider that does not do so then refuses the client's
 * request: nobody is said to have authenticated when they have not. @throws AuthorizationRefused
 */
async function beginAgain(
  deps: Deps,
  attempt: NonNullable<FinishedAttempt['attempt']> & Partial<Pick<RedeemedAttempt, 'secrets'>>,
  { handle, interaction }: OpenInteraction,
  visitor: Visitor,
): Promise<Arrival> {
  const { connectionId, social, secrets, request } = attempt
  const connection = connectionId === null ? null : await findConnection(deps.db, connectionId)
  const at = connection ? { connection } : social ? { social } : null
  if (secrets?.again !== false || !at) {
    await completeInteraction(deps.db, interaction.id, deps.now())
    throw new AuthorizationRefused(
      new OAuthError('login_required', 'the identity provider did not authenticate the person again'),
      interaction.request,
    )
  }
  const begun = await beginSignIn(deps, visitor, {
    at,
    purpose: 'sign-in',
    interaction: { id: interaction.id, handle },
    request: { ...request, promptLogin: true },
    again: true,
  })
  return { kind: 'again', url: begun.url, flowCookie: begun.flowCookie }
}
