import { SignOutButton } from '@vestibule/nextjs/client'
import { requireUser } from '../../lib/auth'

export const instant = false

export default async function Dashboard() {
  const user = await requireUser()
  return (
    <main>
      <p>Signed in as {user.email}</p>
      <SignOutButton>Sign out</SignOutButton>
    </main>
  )
}
