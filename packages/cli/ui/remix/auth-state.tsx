import { type Session, useAuth } from '@vestibule/remix/client'
import type { ReactNode } from 'react'

export { missing, type Requirement, type Session } from '@vestibule/remix/client'

/** The session that `AuthProvider` has, or that `/auth/session` returns: null if nobody is signed in, undefined while unknown. */
export function AuthState({ children }: { children: (session: Session | null | undefined) => ReactNode }) {
  const { session, status } = useAuth()
  return <>{children(status === 'signed-in' || status === 'signed-out' ? session : undefined)}</>
}
