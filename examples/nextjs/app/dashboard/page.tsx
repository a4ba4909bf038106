import { SignOutButton } from '@vestibule/nextjs/client'
import { requireUser } from '../../lib/auth'

export default async function Dashboard() {
  const user = await requireUser({ returnTo: '/dashboard' })
  return (
    <main>
      <h1>Dashboard</h1>
      <p>
        {user.name} · {user.email}
      </p>
      <p>Organization: {user.organization}</p>
      <SignOutButton />
    </main>
  )
}
