'use client'

import type { LoginOptions, Session, User } from '@vestibule/core'
import { loginPath } from '@vestibule/core/requirement'
import { createContext, type ReactNode, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import { emptySnapshot, SessionClient, type SessionStatus } from './session-client.ts'

// Next writes an application's basePath here while it builds, as it does for its own links.
const ownPath = `${process.env.__NEXT_ROUTER_BASEPATH ?? ''}/auth`

// One request for all hooks of a page: they share a client for each path of the SDK's routes.
const clients = new Map<string, SessionClient>()
const clientOf = (basePath: string): SessionClient => {
  const client = clients.get(basePath) ?? new SessionClient(basePath)
  clients.set(basePath, client)
  return client
}

const AuthContext = createContext<SessionClient | null>(null)

/**
 * Gives the hooks below a session that the server has read already, so that nothing is asked and nothing flickers:
 * `<AuthProvider session={await getSession()}>`. Optional: without it the hooks ask `/auth/session` once.
 */
export function AuthProvider({
  session,
  basePath = ownPath,
  children,
}: {
  session: Session | null
  basePath?: string
  children?: ReactNode
}) {
  const client = useRef<SessionClient>(null)
  client.current ??= new SessionClient(basePath, session)
  useEffect(() => client.current?.take(session), [session])
  return <AuthContext value={client.current}>{children}</AuthContext>
}

export interface ClientAuth {
  user: User | null
  session: Session | null
  /** `error` when the session could not be asked for: `refresh()` tries again. */
  status: SessionStatus
  /** Goes to the sign-in, and comes back to this page. */
  login(options?: LoginOptions): void
  /** Ends the session here and at the provider. */
  logout(): void
  /** Asks the provider again: after a change of the profile, or of what the person may do. */
  refresh(): Promise<Session | null>
}

/**
 * Who is signed in, and what a page does about it. No token ever reaches the browser.
 *
 * @param basePath where the routes of the SDK are on the host. Default `/auth` below Next's own `basePath`.
 * @example
 * ```tsx
 * import { useAuth } from '@vestibule/nextjs/client'
 *
 * export function Account() {
 *   const { user, login, logout } = useAuth()
 *   return user ? <button onClick={logout}>Sign out {user.name}</button> : <button onClick={() => login()}>Sign in</button>
 * }
 * ```
 */
export function useAuth(basePath?: string): ClientAuth {
  const provided = useContext(AuthContext)
  const client = provided && basePath === undefined ? provided : clientOf(basePath ?? ownPath)
  const { session, status } = useSyncExternalStore(
    client.subscribe,
    client.snapshot,
    provided ? client.snapshot : emptySnapshot,
  )
  return {
    user: session?.user ?? null,
    session,
    status,
    login: client.login,
    logout: client.logout,
    refresh: client.refresh,
  }
}

/**
 * Who is signed in.
 *
 * @example
 * ```tsx
 * import { useUser } from '@vestibule/nextjs/client'
 *
 * export function Greeting() {
 *   const { user } = useUser()
 *   return <p>{user ? `Hello ${user.name}` : 'Hello stranger'}</p>
 * }
 * ```
 */
export function useUser(basePath?: string): { user: User | null; status: SessionStatus } {
  const { user, status } = useAuth(basePath)
  return { user, status }
}

/** Shows its children to people who are signed in. Display only: what is secret is guarded on the server. */
export const SignedIn = ({ children, basePath }: { children?: ReactNode; basePath?: string }) =>
  useAuth(basePath).status === 'signed-in' ? children : null

/** Shows its children to people who are not signed in. */
export const SignedOut = ({ children, basePath }: { children?: ReactNode; basePath?: string }) =>
  useAuth(basePath).status === 'signed-out' ? children : null

/** A plain link: a login begins only when a person opens a document, never by a prefetch. */
export const SignInLink = ({
  basePath = ownPath,
  children,
  ...login
}: LoginOptions & { basePath?: string; children?: ReactNode }) => (
  <a href={loginPath({ returnTo: '/', ...login }, basePath)}>{children ?? 'Sign in'}</a>
)

/** A form, because a logout is a POST. */
export const SignOutButton = ({ basePath = ownPath, children }: { basePath?: string; children?: ReactNode }) => (
  <form method="post" action={`${basePath}/logout`}>
    <button type="submit">{children ?? 'Sign out'}</button>
  </form>
)
