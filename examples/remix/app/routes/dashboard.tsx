import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/auth.server'

export const loader = async ({ request }: LoaderFunctionArgs) => ({ user: await requireUser({ request }) })
export const headers = () => ({ 'Cache-Control': 'private, no-store' })

export default function Dashboard() {
  const { user } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>Dashboard</h1>
      <p>
        {user.name} · {user.email}
      </p>
      <p>Organization: {user.organization}</p>
      <form method="post" action="/auth/logout">
        <button type="submit">Sign out</button>
      </form>
    </main>
  )
}
