import type { ReactNode } from 'react'
import { AuthState, missing, type Requirement, type Session } from './auth-state'

/** By the rule of the guards: what the session lacks now. */
const meets = (session: Session, requirement: Requirement): boolean =>
  missing(session, requirement, Date.now() / 1000) === null

/**
 * Shows its children to people who have the permission and whose session meets the requirement, and the fallback to everyone else. It
 * decides what is shown: data and actions are guarded where they are, by `requireUser` or `withAuth` with the same requirement.
 */
export const Protect = ({
  permission,
  requirement,
  fallback = null,
  children,
}: {
  permission?: Requirement['permission']
  requirement?: Requirement
  fallback?: ReactNode
  children: ReactNode
}) => (
  <AuthState>
    {(session) =>
      session === undefined ? null : session && meets(session, { permission, ...requirement }) ? children : fallback
    }
  </AuthState>
)
