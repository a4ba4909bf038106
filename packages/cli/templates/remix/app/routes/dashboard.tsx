import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '../auth.server'

export async function loader(args: LoaderFunctionArgs) {
  const user = await requireUser(args)
  return { email: user.email }
}

export default function Dashboard() {
  const { email } = useLoaderData<typeof loader>()
  return (
    <main>
      <p>Signed in as {email}</p>
      <form method="post" action="/auth/logout">
        <button>Sign out</button>
      </form>
    </main>
  )
}
