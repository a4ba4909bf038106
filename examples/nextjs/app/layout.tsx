import { SignInLink, SignOutButton } from '@vestibule/nextjs/client'
import type { ReactNode } from 'react'
import { getSession } from '../lib/auth'
import './style.css'

export const metadata = { title: 'Notes · Next.js', description: 'A starter with sign-in by Vestibule' }

export default async function Layout({ children }: { children: ReactNode }) {
  const session = await getSession()
  return (
    <html lang="en">
      <body>
        <header>
          <strong>
            <a href="/">Notes</a>
          </strong>
          {session ? (
            <>
              <a href="/dashboard">Dashboard</a>
              {session.user.roles.includes('owner') && <a href="/admin">Admin</a>}
              <a href={`${process.env.VESTIBULE_ISSUER}/account`}>Account</a>
              <SignOutButton />
            </>
          ) : (
            <SignInLink returnTo="/dashboard">Sign in</SignInLink>
          )}
        </header>
        {children}
      </body>
    </html>
  )
}
