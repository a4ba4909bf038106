import { requireUser } from '../../lib/auth'

export default async function Admin() {
  const user = await requireUser({ role: 'owner' })
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
