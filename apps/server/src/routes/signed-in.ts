import type { Context } from 'hono'
import { findSignedIn, type SignedIn } from '../flows/identity/signed-in.ts'
import { type Guarded, proofOf } from '../flows/identity/step-up.ts'
import type { PageContext } from './page-context.ts'

/** The page needs someone to sign in first, or once more. They come back to `path`. */
export class SignInRequired extends Error {
  override readonly name = 'SignInFirst'
  constructor(
    readonly options: { path: string; again: boolean; person: SignedIn['person'] | null; acr?: string; email?: string },
  ) {
    super('sign in first')
  }
}

/**
 * Who is signed in at a page of ours. `back` is a path of ours, never something a request brought along. Throws
 * `SignInFirst` when nobody is, or when their sign-in is too old, or too weak, for a change that matters.
 */
export async function requireSignedIn(
  { deps, base, visitor }: PageContext,
  c: Context,
  { back, recent = false, change }: { back: string; recent?: boolean; change?: Guarded },
): Promise<SignedIn> {
  const signedIn = await findSignedIn(deps, visitor(c))
  const path = `${base}${back}`
  if (!signedIn) throw new SignInRequired({ path, again: false, person: null })
  const { person } = signedIn
  if (change) {
    const { missing } = await proofOf(deps, signedIn, change)
    if (missing === 'sign-in-again') throw new SignInRequired({ path, again: true, person })
    // A passkey sign-in that no longer counts is not asked to reach what it has reached.
    const again = !signedIn.recent || signedIn.session.passkeyId !== null
    if (missing === 'passkey-needed') throw new SignInRequired({ path, again, person, acr: 'phr' })
  }
  if (recent && !signedIn.recent) throw new SignInRequired({ path, again: true, person })
  return signedIn
}
