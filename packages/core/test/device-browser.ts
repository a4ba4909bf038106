import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { Browser } from './browser.ts'

/** A browser that knows Device Bound Session Credentials, as far as Chromium was seen to. */
export class DeviceBrowser extends Browser {
  key: CryptoKey | undefined
  jwk: JWK | undefined
  identifier = ''
  challenge = ''
  /** What the last sign-in asked for. */
  registration: Registration | undefined

  override async open(path: string, init?: RequestInit): Promise<Response> {
    const response = await super.open(path, init)
    this.registration = registrationOf(response) ?? this.registration
    return response
  }

  /** Makes a key and brings it. Without cookies, as after a navigation that another site began. */
  async register(cookies = ''): Promise<Response> {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    this.key = privateKey
    this.jwk = await exportJWK(publicKey)
    const { challenge, authorization } = this.registration ?? { challenge: '', authorization: '' }
    const proof = await this.sign({ jti: challenge, authorization }, { jwk: this.jwk })
    const response = await this.bring('/auth/device', proof, cookies)
    if (response.ok) this.identifier = ((await response.clone().json()) as Instructions).session_identifier
    return response
  }

  sign(claims: Record<string, unknown>, header: Record<string, unknown> = {}): Promise<string> {
    if (!this.key) throw new Error('there is no key')
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'dbsc+jwt', ...header }).sign(this.key)
  }

  /** Sends a proof, or asks for a challenge, and takes the cookies of the answer. */
  async bring(path: string, proof: string | null, cookies = this.header, more: Record<string, string> = {}) {
    const headers: Record<string, string> = { origin: this.home, 'sec-fetch-site': 'same-origin', ...more }
    if (proof !== null) headers['secure-session-response'] = `"${proof}"`
    if (path.endsWith('/refresh')) headers['sec-secure-session-id'] ??= this.identifier
    if (cookies) headers.cookie = cookies
    const response = await this.auth.handle(new Request(new URL(path, this.home), { method: 'POST', headers }))
    this.take(response.headers.getSetCookie())
    const challenge = /^"([^"]*)"/.exec(response.headers.get('secure-session-challenge') ?? '')?.[1]
    if (challenge) this.challenge = challenge
    return response
  }

  /** What Chromium does before a request if the cookie is missing: in one request with the challenge that it has, or in two. */
  async refresh(): Promise<Response> {
    if (!this.challenge) await this.bring('/auth/device/refresh', null)
    const first = await this.bring('/auth/device/refresh', await this.sign({ jti: this.challenge }))
    if (first.status !== 403) return first
    return this.bring('/auth/device/refresh', await this.sign({ jti: this.challenge }))
  }

  /** Signs in and binds the session. */
  async bind(): Promise<void> {
    await this.signIn()
    await this.register()
    await this.refresh()
  }

  /** The cookies whose names contain a text. */
  named(kind: string): [string, string][] {
    return [...this.cookies].filter(([name]) => name.includes(`vestibule_${kind}_`))
  }

  drop(kind: string): void {
    for (const [name] of this.named(kind)) this.cookies.delete(name)
  }
}

interface Registration {
  algorithms: string
  path: string
  challenge: string
  authorization: string
}
export interface Instructions {
  session_identifier: string
  refresh_url: string
  continue?: boolean
  scope: { include_site: boolean; scope_specification: { type: string; path: string }[] }
  credentials: { type: string; name: string; attributes: string }[]
}

export function registrationOf(response: Response): Registration | undefined {
  const header = response.headers.get('secure-session-registration')
  const found = /^\(([^)]*)\);path="([^"]*)";challenge="([^"]*)";authorization="([^"]*)"$/.exec(header ?? '')
  if (!found) return undefined
  const [, algorithms = '', path = '', challenge = '', authorization = ''] = found
  return { algorithms, path, challenge, authorization }
}
