'use client'

import type { LoginOptions, Permission, Session, User } from '@vestibule/core'
import { loadingSnapshot, SessionClient, type SessionStatus } from '@vestibule/core/client'
import { can, loginPath } from '@vestibule/core/requirement'
import { createContext, type ReactNode, useContext, useEffect, useRef, useSyncExternalStore } from 'react'

// Next inlines the application's basePath at build time, as for its own links.
const defaultBasePath = `${process.env.__NEXT_ROUTER_BASEPATH ?? ''}/auth`

// All hooks of a page share one client, and thus one request, per path of the SDK's routes.
const clients = new Map<string, SessionClient>()
const clientOf = (basePath: string): SessionClient => {
  const client = clients.get(basePath) ?? new SessionClient(basePath)
  clients.set(basePath, client)
  return client
}

const AuthContext = createContext<SessionClient | null>(null)

/**
 * Passes a session that the server has already read to the hooks below it, so that they make no request and nothing flickers.
 * Optional: without it, the hooks request `/auth/session` once.
 *
 * @example
 * ```tsx
 * import type { Session } from '@vestibule/nextjs'
 * import { AuthProvider } from '@vestibule/nextjs/client'
 * import type { ReactNode } from 'react'
 *
 * export const Providers = ({ session, children }: { session: Session | null; children: ReactNode }) => (
 *   <AuthProvider session={session}>{children}</AuthProvider>
 * )
 * ```
 */
export function AuthProvider({
  session,
  basePath = defaultBasePath,
  children,
}: {
  session: Session | null
  basePath?: string
  children?: ReactNode
}) {
  const client = useRef<SessionClient | null>(null)
  client.current ??= new SessionClient(basePath, session)
  useEffect(() => client.current?.replace(session), [session])
  return <AuthContext value={client.current}>{children}</AuthContext>
}

/**
 * What `useAuth` returns.
 *
 * @example
 * ```ts
 * import type { ClientAuth } from '@vestibule/nextjs/client'
 *
 * const labelOf = ({ user, status }: ClientAuth) => (status === 'loading' ? '…' : (user?.name ?? 'Sign in'))
 * ```
 */
export interface ClientAuth {
  user: User | null
  session: Session | null
  /** `error` if the session could not be requested: `refresh()` tries again. */
  status: SessionStatus
  /** Whether the person has a permission. It decides what is shown: data and actions are guarded on the server. */
  can(permission: Permission): boolean
  /** Navigates to the sign-in, and back to this page unless `returnTo` is given. */
  login(options?: LoginOptions): void
  /** Ends the session in the application and at the provider. */
  logout(): void
  /** Refreshes the session at the provider, after a change of the profile or of permissions. */
  refresh(): Promise<Session | null>
}

/**
 * Who is signed in, with functions to sign in and out. No token ever reaches the browser.
 *
 * @param basePath path of the SDK's routes on the host. Default: `/auth` below Next's own `basePath`
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
  const client = provided && basePath === undefined ? provided : clientOf(basePath ?? defaultBasePath)
  const getServerSnapshot = client === provided ? client.snapshot : loadingSnapshot
  const { session, status } = useSyncExternalStore(client.subscribe, client.snapshot, getServerSnapshot)
  const { login, logout, refresh } = client
  const user = session?.user ?? null
  return { user, session, status, can: (permission) => can(user, permission), login, logout, refresh }
}

/**
 * Who is signed in, and whether they have a permission.
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
export function useUser(basePath?: string): Pick<ClientAuth, 'user' | 'status' | 'can'> {
  const { user, status, can } = useAuth(basePath)
  return { user, status, can }
}

/**
 * A link to the sign-in. It is a plain anchor, because only a document may start a login, never a prefetch.
 *
 * @example
 * ```tsx
 * import { SignInLink } from '@vestibule/nextjs/client'
 *
 * export const Join = () => <SignInLink organization="acme" returnTo="/dashboard">Sign in to Acme</SignInLink>
 * ```
 */
export const SignInLink = ({
  basePath = defaultBasePath,
  className,
  children,
  ...login
}: LoginOptions & { basePath?: string; className?: string; children?: ReactNode }) => (
  <a className={className} href={loginPath({ returnTo: '/', ...login }, basePath)}>
    {children ?? 'Sign in'}
  </a>
)

/**
 * A button that signs out. It is a form, because a logout is a POST request.
 *
 * @example
 * ```tsx
 * import { SignOutButton } from '@vestibule/nextjs/client'
 *
 * export const Leave = () => <SignOutButton>Sign out</SignOutButton>
 * ```
 */
export const SignOutButton = ({
  basePath = defaultBasePath,
  className,
  children,
}: {
  basePath?: string
  className?: string
  children?: ReactNode
}) => (
  <form method="post" action={`${basePath}/logout`}>
    <button className={className} type="submit">
      {children ?? 'Sign out'}
    </button>
  </form>
)
