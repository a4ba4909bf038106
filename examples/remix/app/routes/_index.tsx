import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getSession } from '~/auth.server'

export const loader = async ({ request }: LoaderFunctionArgs) => ({
  user: (await getSession({ request }))?.user ?? null,
})

export default function Home() {
  const { user } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>Remix example</h1>
      {user ? (
        <>
          <p>
            Hello {user.name}. <a href="/dashboard">Your dashboard</a>
          </p>
          <form method="post" action="/auth/logout">
            <button type="submit">Sign out</button>
          </form>
        </>
      ) : (
        <p>
          You are not signed in. <a href="/auth/login?returnTo=/dashboard">Sign in</a>
        </p>
      )}
    </main>
  )
}
