import type { JWK } from 'jose'
import type { parseCookies, SealedCookies } from '../sessions/cookies.ts'

type CookieHeader = string | null | undefined

/** Seconds for which a proof counts: the life of the cookie that says of it. */
export const proofLife = 600
/** Seconds for which a challenge is accepted: longer than a proof counts, since browsers sign the one that came with the last. */
const challengeLife = 1200
/** Seconds for which a browser that was asked for a key may bring it. */
const offerLife = 60
/** Seconds within which a browser comes back from the page that has it prove its session. */
const bounceLife = 60
/** Seconds after which the cookie with the key is encrypted anew, with the secret of now. */
const renewal = 3600

/** What the cookie says that goes to the routes of the device only: which session it is for, and its key. */
export interface DeviceCookie {
  id: string
  key: JWK
  /** Seconds since the epoch. */
  iat: number
}

/** What a browser brings back with its key. */
export interface Offer {
  id: string
  sid: string | null
  sub: string
}

/** The cookies and the texts of bound sessions. All are encrypted; nothing is stored. */
export class BoundCookies {
  readonly #cookies: SealedCookies
  readonly #parse: typeof parseCookies
  readonly #sessionName: Promise<string>
  /** The path of the routes of the device, as a browser sees it. */
  readonly #path: string

  constructor(cookies: SealedCookies, parse: typeof parseCookies, sessionName: Promise<string>, path: string) {
    this.#cookies = cookies
    this.#parse = parse
    this.#sessionName = sessionName
    this.#path = path
  }

  /** `__Host-vestibule_bound_<hash>` and so on. */
  async nameOf(kind: 'bound' | 'bounced' | 'challenge' | 'offer' | 'return'): Promise<string> {
    return (await this.#sessionName).replace('_session_', `_${kind}_`)
  }

  /** A cookie with a path of its own can have no prefix `__Host-`. */
  async #deviceName(): Promise<string> {
    return (await this.#sessionName).replace('__Host-vestibule_session_', '__Secure-vestibule_device_')
  }

  async sealProof(id: string, key: string, header: CookieHeader): Promise<string[]> {
    return this.#cookies.seal(await this.nameOf('bound'), { id, key }, proofLife, this.#parse(header))
  }

  /** Which session was proven by which key; null without a valid cookie. */
  async openProof(header: CookieHeader): Promise<{ id: string; key: string } | null> {
    return (await this.#cookies.open(await this.nameOf('bound'), this.#parse(header))) as {
      id: string
      key: string
    } | null
  }

  async sealDevice({ id, key }: Pick<DeviceCookie, 'id' | 'key'>, maxAge: number): Promise<string> {
    const name = await this.#deviceName()
    return this.#deviceCookie(name, await this.#cookies.sealText(name, { id, key }, maxAge), maxAge)
  }

  async openDevice(header: CookieHeader): Promise<DeviceCookie | null> {
    return (await this.#cookies.open(await this.#deviceName(), this.#parse(header))) as DeviceCookie | null
  }

  /** The cookie with the key again, if it is time: for as long as the session lasts. */
  async renewDevice(device: DeviceCookie, expiresAt: number, seconds: number): Promise<string[]> {
    return seconds - device.iat < renewal ? [] : [await this.sealDevice(device, expiresAt - seconds)]
  }

  #deviceCookie(name: string, value: string, maxAge: number): string {
    return `${name}=${value}; Path=${this.#path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict; Secure`
  }

  /** Only the routes of the device get the cookie with the key, so it is cleared whether it was sent or not. */
  async clear(header: CookieHeader): Promise<string[]> {
    const proof = this.#cookies.clear(await this.nameOf('bound'), this.#parse(header))
    return [...proof, this.#deviceCookie(await this.#deviceName(), '', 0)]
  }

  /** Says for a minute that this browser was asked to prove this session, so that it is asked once. */
  async markBounced(id: string): Promise<string[]> {
    return this.#cookies.seal(await this.nameOf('bounced'), { id }, bounceLife, new Map())
  }

  async isBounced(id: string, header: CookieHeader): Promise<boolean> {
    return (await this.#cookies.open(await this.nameOf('bounced'), this.#parse(header)))?.id === id
  }

  async clearBounced(header: CookieHeader): Promise<string[]> {
    return this.#cookies.clear(await this.nameOf('bounced'), this.#parse(header))
  }

  /** Where the browser of a session is sent back to. Nobody else can name it, or for another session. */
  async sealReturn(id: string, path: string): Promise<string> {
    return this.#cookies.sealText(await this.nameOf('return'), { id, path }, bounceLife)
  }

  async openReturn(text: string | null): Promise<Record<string, unknown> | null> {
    return this.#cookies.openText(await this.nameOf('return'), text ?? '')
  }

  /** What the browser of a session has to sign. */
  async challengeFor(id: string): Promise<string> {
    return this.#cookies.sealText(await this.nameOf('challenge'), { id }, challengeLife)
  }

  /** Whether the browser of this session got the challenge within the last minutes. */
  async isChallenge(id: string, challenge: string): Promise<boolean> {
    return (await this.#cookies.openText(await this.nameOf('challenge'), challenge))?.id === id
  }

  async sealOffer(offer: Offer): Promise<string> {
    return this.#cookies.sealText(await this.nameOf('offer'), { ...offer }, offerLife)
  }

  async openOffer(text: string): Promise<Offer | null> {
    return (await this.#cookies.openText(await this.nameOf('offer'), text)) as Offer | null
  }
}

/** For how long a proof has to be remembered. */
export const replayWindow = challengeLife
