import type { RequestArgs } from './types.ts'

/**
 * Whether a browser, or the router in it, would follow a redirect of this answer to a page. Remix and React Router 7 take
 * away the `.data` of the router's own requests, which are then like any other of a script: those count as pages too, and
 * what is for scripts alone is guarded by `withAuth`.
 */
export function isPage({ request: { url, headers } }: RequestArgs): boolean {
  const { pathname, searchParams } = new URL(url)
  if (pathname.endsWith('.data') || searchParams.has('_data')) return true
  const accept = headers.get('accept') ?? ''
  return headers.get('sec-fetch-dest') === 'document' || accept.includes('text/html') || accept.includes('*/*')
}

/** Whether a redirect comes back with cookies: a browser asks, by reading. */
export const isFollowed = (args: RequestArgs): boolean =>
  args.request.method === 'GET' && (args.request.headers.has('sec-fetch-mode') || isPage(args))

/** The page that a request is about, within the application, without what the router adds to its address. */
export function pageOf({ request, url: routed }: RequestArgs, mount: string): string {
  const { pathname, searchParams } = new URL(routed ?? request.url)
  for (const name of ['_data', '_routes', 'index']) searchParams.delete(name)
  const within = pathname.startsWith(mount) ? pathname.slice(mount.length - 1) : pathname
  const page = within
    .replace(/\/?_root\.data$/, '/')
    .replace(/\/_\.data$/, '/')
    .replace(/\.data$/, '')
  return `${page || '/'}${searchParams.size > 0 ? `?${searchParams}` : ''}`
}
