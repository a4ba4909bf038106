import { withoutParameters } from '@vestibule/core'
import type { RequestArgs } from './types.ts'

/**
 * Whether a browser, or the router in it, would follow a redirect to a page. Remix and React Router 7 remove `.data` from the
 * router's own requests, which then cannot be told from those of scripts: both count as pages, and `withAuth` guards what is for
 * scripts only.
 */
export function isPage({ request: { url, headers } }: RequestArgs): boolean {
  const { pathname, searchParams } = new URL(url)
  if (pathname.endsWith('.data') || searchParams.has('_data')) return true
  const accept = headers.get('accept') ?? ''
  return headers.get('sec-fetch-dest') === 'document' || accept.includes('text/html') || accept.includes('*/*')
}

/** Whether a redirect to the same page returns with cookies: a browser sends the request, and it is a GET. */
export const isFollowed = (args: RequestArgs): boolean =>
  args.request.method === 'GET' && (args.request.headers.has('sec-fetch-mode') || isPage(args))

/** The path of the requested page within the application, without the additions of the router. */
export function pageOf({ request, url: routed }: RequestArgs, mount: string): string {
  const { pathname, search } = new URL(routed ?? request.url)
  const within = pathname.startsWith(mount) ? pathname.slice(mount.length - 1) : pathname
  const page = within
    .replace(/\/?_root\.data$/, '/')
    .replace(/\/_\.data$/, '/')
    .replace(/\.data$/, '')
  return `${page || '/'}${withoutParameters(search, ['_data', '_routes', 'index'])}`
}
