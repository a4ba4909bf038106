import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getSession } from '~/auth.server'

export const loader = async (args: LoaderFunctionArgs) => ({
  user: (await getSession(args))?.user ?? null,
})

export default function Home() {
  const { user } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>Notes your whole team can see</h1>
      {user ? (
        <p>
          Hello {user.name}. <a href="/dashboard">Your dashboard</a>
        </p>
      ) : (
        <p>You are not signed in.</p>
      )}
      <p className="quiet">
        This page is public. The dashboard is for members of an organization, the admin page for its owners.
      </p>
    </main>
  )
}
