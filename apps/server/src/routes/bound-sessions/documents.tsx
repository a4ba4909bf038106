import type { Context, MiddlewareHandler } from 'hono'
import { lacksProof } from '../../flows/identity/bound-cookies.ts'
import { isMarked, markSession } from '../../flows/identity/bound-sessions/bounces.ts'
import { proofAlgorithms } from '../../flows/identity/bound-sessions/proofs.ts'
import { offerBinding } from '../../flows/identity/bound-sessions/registration.ts'
import { clearCookie, cookieSetBy, readCookie, setCookie } from '../../http/cookies.ts'
import { page } from '../../http/responses.ts'
import { asStructuredString } from '../../http/structured-strings.ts'
import { BouncePage } from '../../pages/authorization/bounce.tsx'
import type { PageContext } from '../page-context.ts'
import { registrationPath } from './endpoints.ts'

/**
 * What bound sessions need of the documents that a browser opens. Browsers don't renew the bound cookie for a navigation that
 * another site began, which is how most people get here: such a request is answered, once, by a page that sends it again.
 * And a browser that has just signed somebody in is asked for a key.
 */
export const withBoundSessions =
  (context: PageContext): MiddlewareHandler =>
  async (c, next) => {
    if (isToBeSentAgain(context, c)) {
      c.res = await sendAgain(context, c)
      return
    }
    await next()
    await askForKey(context, c)
  }

const fetchSite = (c: Context) => c.req.raw.headers.get('sec-fetch-site')
const opensDocument = (c: Context) =>
  c.req.raw.method === 'GET' && c.req.raw.headers.get('sec-fetch-dest') === 'document'
/** Fetch Metadata: the request comes from a page of ours, or from the person. */
const isOwn = (c: Context) => ['same-origin', 'none'].includes(fetchSite(c) ?? '')

function isToBeSentAgain({ deps, visitor }: PageContext, c: Context): boolean {
  if (!opensDocument(c) || !['cross-site', 'same-site'].includes(fetchSite(c) ?? '')) return false
  const { sessionCookie, boundCookie } = visitor(c)
  if (!lacksProof(deps, { sessionCookie, boundCookie })) return false
  const marker = readCookie(deps.config, c.req.raw.headers.get('cookie'), 'bounced')
  return !isMarked(deps, 'bounced', { sessionCookie, marker })
}

/** The same request, begun by us. Its address is made of our origin, so that `//elsewhere` in a path leads nowhere else. */
async function sendAgain(context: PageContext, c: Context): Promise<Response> {
  const { deps, origin } = context
  const { pathname, search } = new URL(c.req.url)
  const marker = setCookie(deps.config, 'bounced', markSession(deps, 'bounced', context.visitor(c).sessionCookie ?? ''))
  return page(<BouncePage frame={context.frame(c)} url={`${origin}${pathname}${search}`} />, { cookies: [marker] })
}

async function askForKey(context: PageContext, c: Context): Promise<void> {
  const { config } = context.deps
  if (fetchSite(c) === null) return
  const session = cookieSetBy(config, c.res.headers, 'session')
  if (session === '') c.res.headers.append('Set-Cookie', clearCookie(config, 'bound'))
  if (session) {
    if (lacksProof(context.deps, { sessionCookie: session, boundCookie: undefined })) return
    if (isOwn(c)) return offer(context, c, session)
    // A browser takes no key's cookie while another site has begun the navigation: the next document of ours asks.
    c.res.headers.append('Set-Cookie', setCookie(config, 'unbound', markSession(context.deps, 'unbound', session)))
    return
  }
  const cookies = c.req.raw.headers.get('cookie')
  if (!cookies?.includes('vestibule_unbound=') || !isOwn(c) || !opensDocument(c) || c.res.status !== 200) return
  const { sessionCookie } = context.visitor(c)
  const marker = readCookie(config, cookies, 'unbound')
  c.res.headers.append('Set-Cookie', clearCookie(config, 'unbound'))
  if (sessionCookie && session === undefined && isMarked(context.deps, 'unbound', { sessionCookie, marker }))
    await offer(context, c, sessionCookie)
}

async function offer({ deps, base }: PageContext, c: Context, cookie: string): Promise<void> {
  const found = await offerBinding(deps, cookie)
  if (!found) return
  const [path, challenge, authorization] = [`${base}${registrationPath}`, found.challenge, found.authorization].map(
    asStructuredString,
  )
  c.res.headers.set(
    'Secure-Session-Registration',
    `(${proofAlgorithms.join(' ')});path=${path};challenge=${challenge};authorization=${authorization}`,
  )
}
