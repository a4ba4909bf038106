import { startSession } from '@vestibule/server/src/flows/identity/sessions.ts'
import { setCookie } from '@vestibule/server/src/http/cookies.ts'
import { PlainBrowser, type Visited } from '@vestibule/server/test-support/browser.ts'
import { send } from '@vestibule/server/test-support/send.ts'
import { finishSignIn } from '@vestibule/server/test-support/sign-in-pages.ts'
import { cookiesIn } from './cookies.ts'
import type { Client } from './options.ts'
import type { Person } from './person.ts'
import type { Server } from './server.ts'
import type { SignedIn, SignInOptions } from './signed-in.ts'

const document = {
  accept: 'text/html',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
}

/** With exactly these headers: `fetch` of Node says by one of its own that it opens no document. */
const overNetwork = async (request: Request): Promise<Response> =>
  send(request.url, {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: request.body ? await request.text() : undefined,
  })

const amrOf = { 'urn:vestibule:acr:mail': ['otp'], phr: ['pop', 'user', 'swk', 'mfa'] }

/** A browser in which somebody is signed in at the test server. No mail is sent for it. */
export async function browserOf(
  { deps, issuer }: Server,
  { sub }: Person,
  acr: NonNullable<SignInOptions['acr']> = 'urn:vestibule:acr:mail',
): Promise<PlainBrowser> {
  const visitor = {
    sessionCookie: undefined,
    flowCookie: undefined,
    deviceCookie: undefined,
    impersonationCookie: undefined,
    userAgent: '@vestibule/testing',
    languages: [],
    network: 'loopback',
  }
  const proof = { userId: sub, acr, amr: amrOf[acr], methodSince: async () => deps.now() }
  const session = await startSession(deps, visitor, proof)
  if (session === null) throw new Error(`The session of ${sub} was not started`)
  const browser = new PlainBrowser(issuer)
  browser.keep(setCookie(deps.config, 'session', session))
  return browser
}

/** Opens a URL of the test server and does what its pages ask. Returns where it leads back to. */
export async function passProvider(browser: PlainBrowser, person: Person, url: string): Promise<URL> {
  await browser.go(url)
  const own = { ...person, organization: `Organization of ${person.email}`, team: 'Team' }
  const { callback } = await finishSignIn(browser, own, async () => {
    throw new Error('a code was mailed, because the new session is not enough')
  }).catch((cause: Error) => {
    throw new Error(`The sign-in of ${person.email} does not go on: ${cause.message}`, { cause })
  })
  if (!callback) throw new Error(`The sign-in of ${person.email} ended at ${browser.current?.location}`)
  return callback
}

/** Through the application's own `/auth/login` and callback, so that the session is one that it made itself. */
export async function signIn(
  server: Server,
  client: Client & { url: string },
  person: Person,
  { acr }: Pick<SignInOptions, 'acr'>,
): Promise<SignedIn> {
  const { origin, hostname } = new URL(client.url)
  const application = new PlainBrowser(origin, document, undefined, client.fetch ?? overNetwork)
  const login = new URL(`${client.url}${client.loginPath}`)
  if (person.organization) login.searchParams.set('organization', person.organization.id)
  const begun = await open(application, login)
  if (begun.callback?.origin !== server.issuer)
    throw new Error(
      `${login} does not lead to the test server at ${server.issuer}, but ${whereTo(begun)}. ` +
        'Was the application started with vestibule.env?',
    )
  const provider = await browserOf(server, person, acr)
  const callback = await passProvider(provider, person, begun.callback.href)
  if (callback.origin !== origin)
    throw new Error(`The sign-in leads to ${callback.origin}, and the client ${client.clientId} is at ${origin}`)
  const { status, text } = await application.go(callback.href, { follow: false })
  if (status >= 400 || application.cookies.size === 0)
    throw new Error(`${callback.pathname} of the application answered with status ${status}:\n${text.slice(0, 2000)}`)
  const cookie = application.cookieHeader
  const cookies = [...cookiesIn(application, hostname), ...cookiesIn(provider, new URL(server.issuer).hostname)]
  return { person, cookie, headers: { cookie }, storageState: { cookies, origins: [] } }
}

async function open(application: PlainBrowser, login: URL): Promise<Visited> {
  try {
    return await application.go(login.href)
  } catch (cause) {
    throw new Error(`The application does not answer at ${login.origin}. Start it before signInAs.`, { cause })
  }
}

const whereTo = ({ callback, status, location }: Visited): string =>
  callback ? `to ${callback.origin}` : `${location} answers with status ${status}`
