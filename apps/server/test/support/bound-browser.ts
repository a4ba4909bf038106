import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { createApp } from '../../src/app.ts'
import { PlainBrowser } from './browser.ts'
import type { TestWorld } from './world.ts'

export const boundIssuer = 'https://localhost:8443'
/** What a server needs for it. */
export const boundEnv = {
  ISSUER: boundIssuer,
  BIND_SESSIONS: 'offer',
  LIMIT_MAIL_PER_ADDRESS: '1000/1h',
  LIMIT_PER_NETWORK: '100000/1m',
}

export const sessionName = '__Host-vestibule_session'
export const boundName = '__Host-vestibule_bound'

/** A key in software. */
export async function newKey(alg: 'ES256' | 'RS256' | 'ES512' = 'ES256') {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { alg, privateKey, jwk: await exportJWK(publicKey), secret: await exportJWK(privateKey) }
}
export type Key = Awaited<ReturnType<typeof newKey>>

interface ProofParts {
  jwk?: JWK
  header?: Record<string, unknown>
  payload?: JWTPayload
}

/** A proof as Chromium makes one: no time, no audience. */
export const signProof = (key: Key, { jwk, header = {}, payload = {} }: ProofParts): Promise<string> =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: key.alg, typ: 'dbsc+jwt', ...(jwk ? { jwk } : {}), ...header })
    .sign(key.privateKey)

/** What an answer asks of the browser. */
export const offerIn = (headers: Headers) => {
  const header = headers.get('secure-session-registration') ?? ''
  const member = (name: string) => new RegExp(`;${name}="([^"]*)"`).exec(header)?.[1] ?? ''
  return { header, path: member('path'), challenge: member('challenge'), authorization: member('authorization') }
}
export type Offer = ReturnType<typeof offerIn>

/** Requests as browsers send them: they say who began them. */
export const from = (site: string) => ({ 'Sec-Fetch-Site': site, 'Sec-Fetch-Dest': 'document' })

/** Browsers of a server whose issuer nothing needs to listen for. `offers` has every key that they were asked for. */
export function boundBrowsers({ deps }: Pick<TestWorld, 'deps'>) {
  const app = createApp(deps)
  const { issuer } = deps.config
  const incoming = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  const offers = new WeakMap<PlainBrowser, Offer[]>()

  function browser(site: string | null = 'same-origin'): PlainBrowser {
    const seen: Offer[] = []
    const headers: Record<string, string> = site === null ? {} : from(site)
    const made = new PlainBrowser(issuer, headers, undefined, async (request) => {
      const response = await app.fetch(request, incoming)
      if (response.headers.has('secure-session-registration')) seen.push(offerIn(response.headers))
      return response
    })
    offers.set(made, seen)
    return made
  }
  const offersOf = (of: PlainBrowser) => offers.get(of) ?? []
  const offerOf = (of: PlainBrowser) => offersOf(of).at(-1) as Offer

  /** What the browser does on its own, beside its pages: it keeps the cookies and stays at its page. */
  async function send(of: PlainBrowser, path: string, headers: Record<string, string> = {}) {
    const response = await app.fetch(
      new Request(`${issuer}${path}`, {
        method: 'POST',
        headers: {
          Origin: issuer,
          'Sec-Fetch-Site': 'same-origin',
          'Sec-Fetch-Dest': 'empty',
          ...(of.cookies.size > 0 ? { Cookie: of.cookieHeader } : {}),
          ...headers,
        },
      }),
      incoming,
    )
    for (const cookie of response.headers.getSetCookie()) of.keep(cookie)
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }

  const register = async (of: PlainBrowser, key: Key, offer = offerOf(of), parts: ProofParts = {}) => {
    const payload = { jti: offer.challenge, authorization: offer.authorization, ...parts.payload }
    const jws = await signProof(key, { jwk: key.jwk, ...parts, payload })
    return send(of, offer.path, { 'Secure-Session-Response': `"${jws}"` })
  }

  /** A refresh as a browser makes it, with the challenge that it has, or one that it asks for first. */
  async function refresh(
    of: PlainBrowser,
    key: Key,
    identifier: string,
    parts: ProofParts & { challenge?: string } = {},
  ) {
    const id = { 'Sec-Secure-Session-Id': identifier }
    const challenge = parts.challenge ?? challengeIn((await send(of, '/session/device/refresh', id)).headers)
    if (!challenge) throw new Error('there is no challenge')
    const jws = await signProof(key, { ...parts, payload: { jti: challenge, ...parts.payload } })
    return send(of, '/session/device/refresh', { ...id, 'Secure-Session-Response': `"${jws}"` })
  }

  /** Another browser with some of the cookies. */
  function copyOf(of: PlainBrowser, names: readonly string[] = [sessionName], site?: string | null): PlainBrowser {
    const thief = browser(site)
    for (const name of names) {
      const value = of.cookies.get(name)
      if (value !== undefined) thief.cookies.set(name, value)
    }
    return thief
  }

  return { app, browser, offersOf, offerOf, send, register, refresh, copyOf }
}

export const challengeIn = (headers: Headers): string | undefined =>
  /^"([^"]+)"/.exec(headers.get('secure-session-challenge') ?? '')?.[1]
