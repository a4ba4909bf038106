'use client'

import type { User } from '@vestibule/core'
import { type ReactNode, useEffect, useState } from 'react'

// Next writes an application's basePath here while it builds, as it does for its own links.
const ownPath = `${process.env.__NEXT_ROUTER_BASEPATH ?? ''}/auth`

/**
 * Who is signed in, asked once from `/auth/session`. No token ever reaches the browser.
 *
 * @param basePath where the routes of the SDK are on the host. Default `/auth` below Next's own `basePath`.
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
export function useUser(basePath = ownPath): { user: User | null; status: 'loading' | 'signed-in' | 'signed-out' } {
  const [session, setSession] = useState<{ user: User } | null | undefined>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    fetch(`${basePath}/session`, { signal: controller.signal })
      .then((response) => (response.ok ? response.json() : null))
      .then(setSession, () => {})
    return () => controller.abort()
  }, [basePath])
  return {
    user: session?.user ?? null,
    status: session === undefined ? 'loading' : session ? 'signed-in' : 'signed-out',
  }
}

/** Shows its children to people who are signed in. Display only: what is secret is guarded on the server. */
export const SignedIn = ({ children, basePath }: { children?: ReactNode; basePath?: string }) =>
  useUser(basePath).status === 'signed-in' ? children : null

/** Shows its children to people who are not signed in. */
export const SignedOut = ({ children, basePath }: { children?: ReactNode; basePath?: string }) =>
  useUser(basePath).status === 'signed-out' ? children : null

/** A plain link: a login begins only when a person opens a document, never by a prefetch. */
export const SignInLink = ({
  returnTo = '/',
  organization,
  basePath = ownPath,
  children,
}: {
  returnTo?: string
  /** Id or slug: signs in for this organization. */
  organization?: string
  basePath?: string
  children?: ReactNode
}) => {
  const query = new URLSearchParams({ returnTo, ...(organization ? { organization } : {}) })
  return <a href={`${basePath}/login?${query}`}>{children ?? 'Sign in'}</a>
}

/** A form, because a logout is a POST. */
export const SignOutButton = ({ basePath = ownPath, children }: { basePath?: string; children?: ReactNode }) => (
  <form method="post" action={`${basePath}/logout`}>
    <button type="submit">{children ?? 'Sign out'}</button>
  </form>
)
