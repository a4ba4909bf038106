import type { Person } from '../../oidc/claims.ts'
import { findPerson } from '../../store/hot/people.ts'
import type { Session } from '../../store/hot/sessions.ts'
import type { Deps } from '../platform/deps.ts'
import type { Visitor } from '../platform/visitor.ts'
import { currentSession, isRecent } from './sessions.ts'

/** Someone who is signed in on one of our own pages. */
export interface SignedIn {
  session: Session
  person: Person
  /** They signed in within the last minutes, so they may change how they sign in. */
  recent: boolean
}

export async function findSignedIn(deps: Deps, visitor: Visitor): Promise<SignedIn | null> {
  const session = await currentSession(deps, visitor.sessionCookie)
  const person = session && (await findPerson(deps.db, session.userId))
  return session && person ? { session, person, recent: isRecent(deps, session) } : null
}
