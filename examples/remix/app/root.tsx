import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { AuthProvider } from '@vestibule/remix/client'
import { type ReactNode, useContext } from 'react'
import { getSession, providerPage } from '~/auth.server'
import { Header } from '~/components/header'
import { Message } from '~/components/message'
import { Progress } from '~/components/progress'
import { NonceContext } from '~/nonce'
import './vestibule.css'
import './style.css'

// No cache may store a page: each depends on the session.
export { headers } from '~/auth.server'

export const loader = async (args: LoaderFunctionArgs) => ({
  session: await getSession(args),
  accountUrl: providerPage('/account'),
})

export const meta: MetaFunction = ({ error }) => [
  { title: error ? `${messageOf(error, '').title} · Notes` : 'Notes' },
  { name: 'description', content: 'Notes your whole team can see' },
]

/** The document, around pages and around errors. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  const data = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#181c1a" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body>
        <Progress />
        <AuthProvider session={data?.session ?? null}>
          <Header accountUrl={data?.accountUrl ?? ''} />
          {children}
        </AuthProvider>
        <footer className="foot">
          <p>Notes is a starter for applications with organizations. Sign-in by Vestibule.</p>
        </footer>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

/** What a page says that could not be shown. */
function messageOf(error: unknown, organization: string): { code: string; title: string; text: string } {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (isRouteErrorResponse(error) && status === 403) {
    const [title, who] =
      error.data === 'owner'
        ? ['For owners only', 'an owner']
        : error.data === 'managers'
          ? ['For owners and admins only', 'an owner or an admin']
          : ['This is not permitted', 'an owner']
    const wish = error.data === 'owner' ? 'to open this page for you' : 'to do this for you'
    return { code: '403', title, text: `Ask ${who} of ${organization} ${wish}, or to change your role.` }
  }
  if (status === 404)
    return {
      code: '404',
      title: 'This page does not exist',
      text: 'The address may be mistyped, or what was here is gone.',
    }
  return {
    code: 'Error',
    title: 'Something went wrong',
    text: 'Nothing was lost. Try again, and tell us if it happens once more.',
  }
}

export function ErrorBoundary() {
  const error = useRouteError()
  const data = useRouteLoaderData<typeof loader>('root')
  const { pathname, search } = useLocation()
  const message = messageOf(error, data?.session?.user.organization_name ?? 'your organization')
  return (
    <Message {...message}>
      {message.code === '403' && (
        <Link className="button primary" to="/dashboard">
          Back to your notes
        </Link>
      )}
      {message.code === '404' && (
        <Link className="button primary" to="/">
          Back to the start
        </Link>
      )}
      {message.code === 'Error' && (
        <>
          <a className="button primary" href={`${pathname}${search}`}>
            Try again
          </a>
          <a className="button" href="/">
            Back to the start
          </a>
        </>
      )}
    </Message>
  )
}
