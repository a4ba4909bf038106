import type { AuthRequest } from '@vestibule/core'

// What Next knows of the request that is being answered. Its modules are asked for when they are needed: the pages router
// loads this package by plain Node, where they can't be resolved, and never calls what needs them.

export const cookies = async () => (await import('next/headers')).cookies()
export type CookieStore = Awaited<ReturnType<typeof cookies>>

export const redirect = async (href: string): Promise<never> => (await import('next/navigation')).redirect(href)

/**
 * The request of a server component, a server action or a route handler.
 *
 * `connection` first: it keeps sessions and the clock out of what Next renders ahead of requests, at a build and for a
 * prefetch. Server actions were checked for their origin by Next itself, so the method is that of reading.
 */
export async function currentRequest(): Promise<AuthRequest> {
  const [{ connection }, { headers }] = await Promise.all([import('next/server'), import('next/headers')])
  await connection()
  const received = await headers()
  return { url: `${protocol()}//${received.get('host') ?? 'localhost'}/`, method: 'GET', headers: received }
}

/** Keeps Next from answering a route handler at the build. Outside of Next, in a test of the handler, there is no build. */
export async function answerAtRequestTime(): Promise<void> {
  const { connection } = await import('next/server')
  try {
    await connection()
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('outside a request scope'))) throw error
  }
}

/**
 * A request as core reads it. Next takes the protocol from `X-Forwarded-Proto`, which anybody can send; while there is no
 * `VESTIBULE_URL` the development server knows whether it speaks https.
 */
export function withOwnProtocol(request: Request): Request {
  if (process.env.NODE_ENV === 'production') return request
  const url = new URL(request.url)
  if (url.protocol === protocol()) return request
  url.protocol = protocol()
  return new Request(url, request)
}

/** `next dev --experimental-https` says so by this name. */
const protocol = () => (process.env.__NEXT_EXPERIMENTAL_HTTPS ? 'https:' : 'http:')

/**
 * The path of the page, so that a person comes back to it. Next tells it to nobody but itself; where a later version does not,
 * the way back is the home page, and `requireUser({ returnTo })` names another.
 */
export async function currentPath(): Promise<string | undefined> {
  const store = await requestStore()
  if (!store) return undefined
  const { pathname, search } = store.url
  const query = new URLSearchParams(search)
  // What the client router adds to its requests.
  query.delete('_rsc')
  return `${withoutBasePath(pathname)}${query.size > 0 ? `?${query}` : ''}`
}

/** True in a server component or a server action: there a person is sent on, while a route handler refuses. */
export async function isPage({ headers }: AuthRequest): Promise<boolean> {
  if (headers.get('next-action') !== null) return true
  const store = await requestStore()
  return store ? store.phase === 'render' : (headers.get('accept') ?? '').includes('text/html')
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

/** Next tells its `basePath` by this name. */
export const ownBasePath = (): string => process.env.__NEXT_ROUTER_BASEPATH ?? ''
