import type { ReactNode } from 'react'
import { AuthState } from './auth-state'

/** Shows its children to people who are not signed in. */
export const SignedOut = ({ children }: { children: ReactNode }) => (
  <AuthState>{(session) => (session === null ? children : null)}</AuthState>
)
