import { requireUser } from '../auth.server'
import type { Route } from './+types/dashboard'

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  return { email: user.email }
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return (
    <main>
      <p>Signed in as {loaderData.email}</p>
      <form method="post" action="/auth/logout">
        <button>Sign out</button>
      </form>
    </main>
  )
}
