import { createHmac, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  Events,
  type MutableRedirectUri,
  type MutableResponse,
  type MutableToken,
  OAuth2Server,
  type TokenRequestIncomingMessage,
} from 'oauth2-mock-server'
import type { UpstreamAnswer } from '../../src/flows/federation/upstream/finish-sign-in.ts'
import type { Deps } from '../../src/flows/platform/deps.ts'
import { IdentityProviders } from '../../src/flows/platform/providers/identity-providers.ts'
import { Params } from '../../src/oidc/params.ts'
import type { PlainBrowser, Visited } from './browser.ts'
import { claimsOf, headerOf } from './world.ts'

type Values = Record<string, unknown>

/** What an identity provider says instead of the truth. A value of `undefined` leaves a name out. */
interface Lies {
  /** Claims of its ID tokens. */
  claims: Values
  /** The header of its ID tokens. */
  header: Values
  /** Another key than the one it publishes signs: a private key, or a text that is the secret of HS256. Null: no signature. */
  signedBy: KeyObject | string | null | undefined
  userinfo: Values
  metadata: Values
  /** Parameters that a browser brings back. */
  callback: Record<string, string | undefined>
  /** The answer of its token endpoint. */
  tokens: Values
  tokenStatus: number
  /** Nothing answers any more. */
  down: boolean
}

const truth = (): Lies => ({
  claims: {},
  header: {},
  signedBy: undefined,
  userinfo: {},
  metadata: {},
  callback: {},
  tokens: {},
  tokenStatus: 200,
  down: false,
})

/** The identity provider of a company, which we did not write (oauth2-mock-server): everybody who comes is signed in at once. */
export interface Upstream {
  issuer: string
  /** Who comes, until a test says another. */
  person: Values
  lies: Lies
  /** What authorization was asked for, the latest last. */
  readonly asked: URLSearchParams[]
  /** What came to its token endpoint, and the header that authenticated it. */
  readonly redeemed: { params: Values; authorization: string | undefined }[]
  /** A token that it signs, such as one that says that a session has ended. */
  sign(claims: Values, header?: Values): string
  /**
   * It is reached at the address of another provider, and says that it is that one; its keys stay where they are. Tokens of
   * Microsoft have another issuer than its metadata.
   */
  standInFor(deps: Deps, issuer: string, tokenIssuer?: string): void
  /** Forgets its lies, and what was asked. */
  reset(): void
  /** Takes a browser that was sent to it to where it sends it back. */
  follow(browser: PlainBrowser): Promise<Visited>
  /** Where it would send a browser that was sent to it. */
  answer(to: URL | string): Promise<URL>
  close(): Promise<void>
}

const grace = {
  sub: 'subject-of-grace',
  email: 'grace@acme.test',
  email_verified: true,
  given_name: 'Grace',
  family_name: 'Hopper',
}

/** @param now the clock of its tokens: that of the server, which a test moves */
export async function openUpstream({ now }: { now: () => Date }): Promise<Upstream> {
  const server = new OAuth2Server()
  const key = await server.issuer.keys.generate('RS256', { kid: 'first' })
  await server.start(0, '127.0.0.1')
  const issuer = server.issuer.url ?? ''
  const signingKey = createPrivateKey({ key: { ...key }, format: 'jwk' })
  let alias = issuer
  const upstream: Upstream = {
    issuer,
    person: { ...grace },
    lies: truth(),
    asked: [],
    redeemed: [],
    sign: (claims, header = {}) => jwt({ alg: 'RS256', kid: 'first', ...header }, claims, signingKey),
    reset() {
      upstream.lies = truth()
      upstream.person = { ...grace }
      upstream.asked.length = 0
      upstream.redeemed.length = 0
    },
    standInFor(deps, name, tokenIssuer = name) {
      const { outbound } = deps
      alias = name
      deps.outbound = (url, init) =>
        url.startsWith(name) ? outbound(url.replace(name, issuer), { ...init, httpsOnly: false }) : outbound(url, init)
      deps.identityProviders = new IdentityProviders(deps)
      upstream.lies.metadata = { issuer: metadataIssuer(name), ...endpointsAt(name) }
      upstream.lies.claims = { iss: tokenIssuer }
      upstream.lies.callback = { iss: undefined }
    },
    async answer(to) {
      const answered = await fetch(String(to).replace(alias, issuer), { redirect: 'manual' })
      const location = answered.headers.get('location')
      if (!location) throw new Error(`the provider answered ${to} with ${answered.status}: ${await answered.text()}`)
      return new URL(location)
    },
    async follow(browser) {
      const { callback } = browser.current ?? {}
      if (!callback?.href.startsWith(alias))
        throw new Error(`the browser was not sent to the provider, but is at ${browser.current?.location}`)
      return browser.go((await upstream.answer(callback)).href)
    },
    close: () => server.stop(),
  }
  listen(server, upstream, now, signingKey)
  return upstream
}

/** Microsoft writes a template there for the tenants that share an address. */
const metadataIssuer = (issuer: string): string => issuer.replace(/\/(common|organizations)\//, '/{tenantid}/')

const endpointsAt = (issuer: string): Values => ({
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  end_session_endpoint: undefined,
  authorization_response_iss_parameter_supported: undefined,
})

function listen(server: OAuth2Server, upstream: Upstream, now: () => Date, key: KeyObject): void {
  const { service } = server
  service.on(Events.BeforeWellKnownOpenIdConfiguration, (answer: MutableResponse) => {
    if (upstream.lies.down) answer.statusCode = 503
    answer.body = {
      ...(answer.body as Values),
      authorization_response_iss_parameter_supported: true,
      ...upstream.lies.metadata,
    }
  })
  service.on(Events.BeforeAuthorizeRedirect, ({ url }: MutableRedirectUri, request: { url?: string }) => {
    upstream.asked.push(new URL(request.url ?? '', upstream.issuer).searchParams)
    const params = { iss: upstream.issuer, ...upstream.lies.callback }
    for (const [name, value] of Object.entries(params)) {
      if (value === undefined) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    }
  })
  service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
    const seconds = Math.floor(now().getTime() / 1000)
    Object.assign(payload, { ...upstream.person, iat: seconds, nbf: seconds, exp: seconds + 300, auth_time: seconds })
  })
  service.on(Events.BeforeResponse, (answer: MutableResponse, request: TokenRequestIncomingMessage) => {
    const { lies, redeemed } = upstream
    redeemed.push({ params: { ...request.body }, authorization: request.headers.authorization })
    const body = answer.body as { id_token: string }
    answer.statusCode = lies.tokenStatus
    answer.body = { ...body, id_token: changedToken(body.id_token, lies, key), ...lies.tokens }
  })
  service.on(Events.BeforeUserinfo, (answer: MutableResponse) => {
    answer.body = { ...upstream.person, ...upstream.lies.userinfo }
  })
}

/** The true ID token with what a test changed of it. */
function changedToken(token: string, { claims, header, signedBy }: Lies, key: KeyObject): string {
  return jwt(
    { ...headerOf(token), ...header },
    { ...claimsOf(token), ...claims },
    signedBy === undefined ? key : signedBy,
  )
}

const encoded = (value: Values): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A JWT with any header: no library makes a wrong one. A text is the secret of an HMAC; null signs nothing. */
function jwt(header: Values, claims: Values, key: KeyObject | string | null): string {
  const signed = `${encoded(header)}.${encoded(claims)}`
  if (key === null) return `${signed}.`
  const signature =
    typeof key === 'string'
      ? createHmac('sha256', key).update(signed).digest()
      : sign('sha256', Buffer.from(signed), key)
  return `${signed}.${signature.toString('base64url')}`
}

/** A key that nobody published. */
export const unknownKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

/** What a browser brings that a provider sent to this URL. */
export const broughtTo = (url: URL): UpstreamAnswer => ({
  callback: url.pathname.split('/').at(-1) ?? '',
  params: new Params(url.searchParams),
})
