/** A mistake that only a browser sees. Apart from the table of the others, so that browsers load nothing else of it. */
export const routesNotMounted = {
  cause: 'Nothing answers at the routes of the SDK: the file with its handlers is missing or in another place.',
  next: 'Add: app/auth/[...auth]/route.ts in Next.js, a route auth/* in React Router (see the quick-start of the framework)',
} as const
