import { type Auth, markPrivate, type Requirement } from '@vestibule/core'
import { currentPathOf, withOwnProtocol } from './next.ts'
import type { PageRules } from './types.ts'

// For `proxy.ts`, which sees every request, including those for Next's own files.

/** Restarts the idle time of a session in use, and answers for the documents of the pages in the table. */
export function proxyOf(auth: () => Auth, rules: PageRules): (request: Request) => Promise<Response> {
  let matchers: Promise<readonly Matcher[]> | undefined
  return async (request) => {
    const { NextResponse } = await import('next/server')
    if (/\/_next\//.test(new URL(request.url).pathname)) return NextResponse.next()
    const own = withOwnProtocol(request)
    const { setCookies, cookieHeader, location } = await auth().update(own)
    if (location) return redirectTo(auth(), own, location)
    // The page reads the headers of the request that was passed, which an application may have changed (a nonce, for example), and
    // the cookies that the browser will have.
    const headers = new Headers(request.headers)
    if (setCookies.length > 0) headers.set('cookie', cookieHeader)
    let answer: Response | null = null
    if (isDocument(request)) {
      matchers ??= matchersOf(rules)
      answer = await answerFor(auth(), request, headers, requirementsFor(await matchers, request))
    }
    const response = answer ?? NextResponse.next({ request: { headers } })
    if (setCookies.length > 0 || answer) markPrivate(response.headers, setCookies)
    return response
  }
}

interface Matcher {
  matches(path: string): unknown
  requirement: true | Requirement
}

/** Next's own patterns, as in `redirects` and `rewrites` of its configuration. */
async function matchersOf(rules: PageRules): Promise<readonly Matcher[]> {
  const { getPathMatch } = await import('next/dist/shared/lib/router/utils/path-match.js')
  return Object.entries(rules).map(([path, requirement]) => ({ matches: getPathMatch(path), requirement }))
}

/** Those of every row that matches: the order of the table does not matter. */
const requirementsFor = (matchers: readonly Matcher[], request: Request): readonly Requirement[] =>
  matchers
    .filter(({ matches }) => matches(pathnameOf(request)))
    .map(({ requirement }) => (requirement === true ? {} : requirement))

/** Decoded, as a page is found by it. A malformed path is that of no page. */
function pathnameOf(request: Request): string {
  const [pathname = ''] = currentPathOf(new URL(request.url)).split('?')
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/**
 * A document of a browser, or the request of a program that takes any answer. The client router requests data of pages, which guard
 * themselves: Next hides from a proxy whether that is a prefetch.
 */
function isDocument({ method, headers }: Request): boolean {
  if (!['GET', 'HEAD'].includes(method) || /^(bearer|dpop) /i.test(headers.get('authorization') ?? '')) return false
  const destination = headers.get('sec-fetch-dest')
  if (destination) return ['document', 'iframe', 'frame'].includes(destination)
  return /text\/html|\*\/\*/.test(headers.get('accept') ?? '*/*')
}

/** A redirect or 403 with its status, which a prerendered page has lost. Null if the request may go on to the page. */
async function answerFor(
  auth: Auth,
  request: Request,
  headers: Headers,
  requirements: readonly Requirement[],
): Promise<Response | null> {
  if (requirements.length === 0) return null
  const own = withOwnProtocol(new Request(request, { headers }))
  const returnTo = currentPathOf(new URL(request.url))
  for (const requirement of requirements) {
    // `update` has refreshed what it may: a refresh here would not reach the page.
    const result = await auth.guard(own, requirement, { as: 'page', returnTo, canWrite: () => false })
    if (result.outcome === 'refused') return pagesRefuse() ? null : forbidden(auth, own)
    if (result.outcome === 'redirect') return redirectTo(auth, own, result.location, result.setCookies)
  }
  return null
}

function redirectTo(auth: Auth, request: Request, location: string, setCookies: readonly string[] = []): Response {
  const response = new Response(null, {
    status: 307,
    headers: { Location: new URL(location, auth.origin(request)).href },
  })
  markPrivate(response.headers, setCookies)
  return response
}

/** With `authInterrupts`, a page refuses by the application's own `forbidden.tsx`. With Cache Components, its status is still 200. */
const pagesRefuse = (): boolean =>
  Boolean(process.env.__NEXT_EXPERIMENTAL_AUTH_INTERRUPTS && !process.env.__NEXT_CACHE_COMPONENTS)

const forbidden = (auth: Auth, request: Request): Promise<Response> =>
  auth.handle(new Request(new URL(auth.forbiddenPath(), auth.origin(request)), { headers: request.headers }))
