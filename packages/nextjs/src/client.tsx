'use client'

import type { User } from '@vestibule/core'
import { type ReactNode, useEffect, useState } from 'react'

/**
 * Who is signed in, asked once from `/auth/session`. No token ever reaches the browser.
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
export function useUser(basePath = '/auth'): { user: User | null; status: 'loading' | 'signed-in' | 'signed-out' } {
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

/** A plain link: a login begins only when a person opens a document, never by a prefetch. */
export const SignInLink = ({
  returnTo = '/',
  basePath = '/auth',
  children,
}: {
  returnTo?: string
  basePath?: string
  children?: ReactNode
}) => <a href={`${basePath}/login?returnTo=${encodeURIComponent(returnTo)}`}>{children ?? 'Sign in'}</a>

/** A form, because a logout is a POST. */
export const SignOutButton = ({ basePath = '/auth', children }: { basePath?: string; children?: ReactNode }) => (
  <form method="post" action={`${basePath}/logout`}>
    <button type="submit">{children ?? 'Sign out'}</button>
  </form>
)
