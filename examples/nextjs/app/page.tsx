import { SignInLink, SignOutButton } from '@vestibule/nextjs/client'
import { getSession } from '../lib/auth'

export default async function Home() {
  const session = await getSession()
  return (
    <main>
      <h1>Next.js example</h1>
      {session ? (
        <>
          <p>
            Hello {session.user.name}. <a href="/dashboard">Your dashboard</a>
          </p>
          <SignOutButton />
        </>
      ) : (
        <p>
          You are not signed in. <SignInLink returnTo="/dashboard">Sign in</SignInLink>
        </p>
      )}
    </main>
  )
}
