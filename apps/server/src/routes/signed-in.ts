import type { Context } from 'hono'
import { type Here, whoIsHere } from '../flows/account.ts'
import { type Guarded, proofOf } from '../flows/step-up.ts'
import type { Surroundings } from './surroundings.ts'

/** The page needs someone to sign in first, or once more. They come back to `path`. */
export class SignInFirst extends Error {
  override readonly name = 'SignInFirst'
  constructor(
    readonly options: { path: string; again: boolean; person: Here['person'] | null; acr?: string; email?: string },
  ) {
    super('sign in first')
  }
}

/**
 * Who is signed in at a page of ours. `back` is a path of ours, never something a request brought along. Throws
 * `SignInFirst` when nobody is, or when their sign-in is too old, or too weak, for a change that matters.
 */
export async function requireHere(
  { deps, base, visitor }: Surroundings,
  c: Context,
  { back, recent = false, change }: { back: string; recent?: boolean; change?: Guarded },
): Promise<Here> {
  const here = await whoIsHere(deps, visitor(c))
  const path = `${base}${back}`
  if (!here) throw new SignInFirst({ path, again: false, person: null })
  const { person } = here
  if (change) {
    const { missing } = await proofOf(deps, here, change)
    if (missing === 'sign-in-again') throw new SignInFirst({ path, again: true, person })
    // A passkey sign-in that no longer counts is not asked to reach what it has reached.
    const again = !here.recent || here.session.passkeyId !== null
    if (missing === 'passkey-needed') throw new SignInFirst({ path, again, person, acr: 'phr' })
  }
  if (recent && !here.recent) throw new SignInFirst({ path, again: true, person })
  return here
}
