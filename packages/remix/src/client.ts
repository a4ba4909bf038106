import type { LoginOptions, Permission, Session, User } from '@vestibule/core'
import { loadingSnapshot, SessionClient, type SessionStatus } from '@vestibule/core/client'
import { can } from '@vestibule/core/requirement'
import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'

export type { Session, User } from '@vestibule/core'
export { can, missing, type Requirement } from '@vestibule/core/requirement'

const defaultBasePath = '/auth'

// All hooks of a page share one client, and thus one request, per path of the SDK's routes.
const clients = new Map<string, SessionClient>()
const clientOf = (basePath: string): SessionClient => {
  const client = clients.get(basePath) ?? new SessionClient(basePath)
  clients.set(basePath, client)
  return client
}

const AuthContext = createContext<SessionClient | null>(null)

/**
 * Passes a session that a loader has already read to the hooks below it, so that they make no request and nothing flickers.
 * Optional: without it, the hooks request `/auth/session` once.
 *
 * @example
 * ```tsx
 * import type { Session } from '@vestibule/remix'
 * import { AuthProvider } from '@vestibule/remix/client'
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
  /** Path of the SDK's routes on the host, for example `/app/auth` with a `basename`. Default `/auth`. */
  basePath?: string
  children?: ReactNode
}) {
  const client = useRef<SessionClient | null>(null)
  client.current ??= new SessionClient(basePath, session)
  useEffect(() => client.current?.replace(session), [session])
  return createElement(AuthContext.Provider, { value: client.current }, children)
}

/**
 * What `useAuth` returns.
 *
 * @example
 * ```ts
 * import type { ClientAuth } from '@vestibule/remix/client'
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
 * @param basePath path of the SDK's routes on the host. Default: that of `AuthProvider`, or `/auth`
 * @example
 * ```tsx
 * import { useAuth } from '@vestibule/remix/client'
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
 * import { useUser } from '@vestibule/remix/client'
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
