import type { LoaderFunctionArgs } from '@remix-run/node'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from '@remix-run/react'
import { getSession } from '~/auth.server'
import './style.css'

// No cache may store a page: each depends on the session.
export { headers } from '~/auth.server'

export const loader = async (args: LoaderFunctionArgs) => ({
  user: (await getSession(args))?.user ?? null,
  issuer: process.env.VESTIBULE_ISSUER ?? '',
})

export default function App() {
  const data = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Notes · Remix</title>
        <Meta />
        <Links />
      </head>
      <body>
        <header>
          <strong>
            <a href="/">Notes</a>
          </strong>
          {data?.user ? (
            <>
              <a href="/dashboard">Dashboard</a>
              {data.user.roles.includes('owner') && <a href="/admin">Admin</a>}
              <a href={`${data.issuer}/account`}>Account</a>
              <form method="post" action="/auth/logout">
                <button type="submit">Sign out</button>
              </form>
            </>
          ) : (
            <a href="/auth/login?returnTo=/dashboard">Sign in</a>
          )}
        </header>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
