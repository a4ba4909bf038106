import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/auth.server'

export const loader = async (args: LoaderFunctionArgs) => ({
  user: await requireUser(args, { role: 'owner' }),
  issuer: process.env.VESTIBULE_ISSUER ?? '',
})

/** `requireUser` throws a 403 response if the role is missing. */
export function ErrorBoundary() {
  return (
    <main>
      <h1>For owners only</h1>
      <p>
        Ask an owner of your organization. <a href="/dashboard">Back</a>
      </p>
    </main>
  )
}

export default function Admin() {
  const { user, issuer } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>Admin of {user.organization_name}</h1>
      <p>
        <a href={`${issuer}/organizations/${user.organization_slug}/invitations`}>Invite a colleague</a>
      </p>
      <p>
        <a href={`${issuer}/organizations/${user.organization_slug}`}>Members, teams, domains, settings</a>
      </p>
    </main>
  )
}
