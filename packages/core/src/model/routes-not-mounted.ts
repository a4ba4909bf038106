// A mistake that only a browser sees. Apart from the table of the others, so that browsers load nothing else of it.

export const cause =
  'Nothing answers at the routes of the SDK: the file with its handlers is missing or in another place.'
export const next = 'Add: app/auth/[...auth]/route.ts in Next.js, app/routes/auth.$.tsx in React Router and Remix'

export const routesNotMounted = `${cause} See: docs/troubleshooting.md#routes-not-mounted ${next}`
