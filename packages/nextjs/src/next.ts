import { type AuthRequest, withoutParameters } from '@vestibule/core'
import type { PagesRequest } from './types.ts'

// What Next knows about the current request. Its modules are imported when they are needed: the pages router loads this package
// with plain Node, where they cannot be resolved, and never calls the functions that need them.

export const cookies = async () => (await import('next/headers')).cookies()
export type CookieStore = Awaited<ReturnType<typeof cookies>>

export const redirect = async (href: string): Promise<never> => (await import('next/navigation')).redirect(href)

/**
 * The request of a server component, a server action or a route handler.
 *
 * `connection` comes first, to keep sessions and the clock out of what Next prerenders at a build or for a prefetch. Next does not
 * tell the method. It has already checked the origin of server actions, and not that of a route handler: POST is what core checks.
 */
export async function currentRequest(): Promise<AuthRequest> {
  const [{ connection }, { headers }] = await Promise.all([import('next/server'), import('next/headers')])
  await connection()
  const received = await headers()
  const isUnchecked = received.get('origin') !== null && (await isRouteHandler(received))
  return {
    url: `${protocol()}//${received.get('host') ?? 'localhost'}/`,
    method: isUnchecked ? 'POST' : 'GET',
    headers: received,
  }
}

/** The request of a page or an API route of the pages router, whose headers are those of Node. */
export const requestOfPagesRouter = ({ headers }: PagesRequest): AuthRequest => ({
  url: `${protocol()}//${[headers.host].flat()[0] || 'localhost'}/`,
  method: 'GET',
  headers: { get: (name) => [headers[name]].flat()[0] ?? null },
})

/** Keeps Next from prerendering a route handler at a build. Outside of Next, in a test of the handler, it does nothing. */
export async function answerAtRequestTime(): Promise<void> {
  const { connection } = await import('next/server')
  try {
    await connection()
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('outside a request scope'))) throw error
  }
}

const ownRequests = new WeakMap<Request, Request>()

/**
 * The request for core, and the same for each call: core accepts a DPoP proof once, and again for the same request. Next takes the
 * protocol of the URL from `X-Forwarded-Proto`, which anybody can send; in development, where `VESTIBULE_URL` is optional, it is
 * replaced by the protocol of the development server.
 */
export function withOwnProtocol(request: Request): Request {
  if (process.env.NODE_ENV === 'production') return request
  const url = new URL(request.url)
  if (url.protocol === protocol()) return request
  url.protocol = protocol()
  const own = ownRequests.get(request) ?? new Request(url, request)
  ownRequests.set(request, own)
  return own
}

/**
 * Whether `next dev` runs the application. A build contains the first value as text; the others are set by the development server of
 * newer and of older versions. So `next start` with `NODE_ENV=development` is none.
 */
export const isDevelopmentServer = (): boolean =>
  process.env.NODE_ENV === 'development' && Boolean(process.env.__NEXT_DEV_SERVER || process.env.NEXT_PRIVATE_WORKER)

/** Set by `next dev --experimental-https`. */
const protocol = () => (process.env.__NEXT_EXPERIMENTAL_HTTPS ? 'https:' : 'http:')

/**
 * The path of the page, to return to after the sign-in. Next has no public API for it; if a later version removes the internal
 * one, people return to the home page, or to `requireUser({ returnTo })`.
 */
export async function currentPath(): Promise<string | undefined> {
  const store = await requestStore()
  return store && currentPathOf(store.url)
}

/** The path within the application and the query of a URL, without what the client router adds to its requests. */
export const currentPathOf = ({ pathname, search }: { pathname: string; search: string }): string =>
  `${withoutBasePath(pathname)}${withoutParameters(search, ['_rsc'])}`

/** True in a server component or a server action, which redirect; false in a route handler, which refuses. */
export async function isPage({ headers }: AuthRequest): Promise<boolean> {
  if (headers.get('next-action') !== null) return true
  const store = await requestStore()
  return store ? store.phase === 'render' : (headers.get('accept') ?? '').includes('text/html')
}

/** False in a server component or a server action. If a later version of Next does not say, its header tells an action of a script. */
async function isRouteHandler(headers: AuthRequest['headers']): Promise<boolean> {
  const page = await currentPage()
  return page === undefined ? headers.get('next-action') === null : page.endsWith('/route')
}

async function currentPage(): Promise<string | undefined> {
  try {
    const { workAsyncStorage } = await import('next/dist/server/app-render/work-async-storage.external.js')
    return workAsyncStorage.getStore()?.page
  } catch {
    return undefined
  }
}

async function requestStore() {
  try {
    const { workUnitAsyncStorage } = await import('next/dist/server/app-render/work-unit-async-storage.external.js')
    const store = workUnitAsyncStorage.getStore()
    return store?.type === 'request' ? store : undefined
  } catch {
    return undefined
  }
}

const withoutBasePath = (pathname: string): string => {
  const basePath = ownBasePath()
  return basePath !== '' && `${pathname}/`.startsWith(`${basePath}/`)
    ? pathname.slice(basePath.length) || '/'
    : pathname
}

/** Next's `basePath`, under the name that Next gives it. */
export const ownBasePath = (): string => process.env.__NEXT_ROUTER_BASEPATH ?? ''

/** Ends the process. Looked up by name, because a build for the edge runtime, which has no process to end, warns of `process.exit`. */
export function exit(status: number): void {
  const end: unknown = Reflect.get(process, 'exit')
  if (typeof end === 'function') end.call(process, status)
}
