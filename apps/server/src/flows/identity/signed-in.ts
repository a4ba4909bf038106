import type { SignIn } from '../../store/hot/sessions.ts'
import type { Deps } from '../platform/deps.ts'
import type { Visitor } from '../platform/visitor.ts'
import { currentSignIn, isRecent } from './sessions.ts'

/** Someone who is signed in on one of our own pages. */
export interface SignedIn extends SignIn {
  /** They signed in within the last minutes, so they may change how they sign in. */
  recent: boolean
}

export async function findSignedIn(deps: Deps, visitor: Visitor): Promise<SignedIn | null> {
  const signIn = await currentSignIn(deps, visitor)
  return signIn && { ...signIn, recent: isRecent(deps, signIn.session) }
}
