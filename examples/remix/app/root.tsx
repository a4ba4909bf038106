import { Links, Meta, Outlet, Scripts, ScrollRestoration } from '@remix-run/react'

export default function App() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Vestibule · Remix</title>
        <Meta />
        <Links />
      </head>
      <body
        style={{ fontFamily: 'system-ui', maxWidth: '40rem', margin: '4rem auto', padding: '0 1rem', lineHeight: 1.6 }}
      >
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
