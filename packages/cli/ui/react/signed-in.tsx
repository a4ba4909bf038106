import type { ReactNode } from 'react'
import { AuthState } from './auth-state'

/** Shows its children to people who are signed in. Data is guarded where it is read. */
export const SignedIn = ({ children }: { children: ReactNode }) => (
  <AuthState>{(session) => (session ? children : null)}</AuthState>
)
