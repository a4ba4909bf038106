import { AuthError } from '@vestibule/nextjs'
import { requireUser } from '../../lib/auth'

export default async function Admin() {
  // Only the missing right is caught: the way to the login is an exception too, and has to get through.
  const user = await requireUser({ role: 'owner', returnTo: '/admin' }).catch((error) => {
    if (error instanceof AuthError && error.code === 'forbidden') return null
    throw error
  })
  if (!user)
    return (
      <main>
        <h1>For owners only</h1>
        <p>
          Ask an owner of your organization. <a href="/dashboard">Back</a>
        </p>
      </main>
    )
  return (
    <main>
      <h1>Admin of {user.organization_name}</h1>
      <p>
        <a href={`${process.env.VESTIBULE_ISSUER}/organizations/${user.organization_slug}/invitations`}>
          Invite a colleague
        </a>
      </p>
      <p>
        <a href={`${process.env.VESTIBULE_ISSUER}/organizations/${user.organization_slug}`}>
          Members, teams, domains, settings
        </a>
      </p>
    </main>
  )
}
