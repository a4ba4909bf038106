import { type LocalPath, localPath } from '../model/local-path.ts'
import { type AuthRequest, escaped, isNavigation, privateHeaders, redirectTo, withCookies } from '../model/responses.ts'
import type { Session } from '../model/session.ts'
import type { Addresses } from '../options/addresses.ts'
import type { Settings } from '../options/settings.ts'
import type { Problem } from '../provider/verifications.ts'
import type { SealedCookies } from '../sessions/cookies.ts'
import type { LoadedSession, SessionStorage } from '../sessions/session-storage.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { bindIn, type StoreFunctions } from './bind.ts'
import { BoundStorage } from './bound-storage.ts'
import { BoundCookies } from './cookies.ts'
import { Endpoints } from './endpoints.ts'
import { Forgeries } from './forgeries.ts'
import { ProofMemory } from './proof-memory.ts'
import { type Jose, proofAlgorithms } from './proofs.ts'

// Device-bound sessions (W3C Device Bound Session Credentials): the browser has a key that it can't give away, and renews a cookie of
// ten minutes by signing with it. Without that cookie, those of the session open nothing. Few applications have them: this file is
// imported where they are on.

/** Seconds within which a page waits for the browser to bring the key of a session that has just begun. */
const firstSeconds = 10

export interface BoundOptions {
  settings: Settings
  addresses: Addresses
  cookies: SealedCookies
  sessionName: Promise<string>
  /** Where sessions are stored, bound or not. */
  storage: SessionStorage
  store: SessionStore | undefined
  memory: ProofMemory
  seconds(): number
  /** Resolves when no refresh is under way that will write the session. */
  refreshed(loaded: LoadedSession): Promise<unknown>
  report(problem: Problem): void
  functions: Jose & StoreFunctions
}

export class BoundSessions {
  readonly sessions: BoundStorage
  readonly endpoints: Endpoints
  readonly #options: BoundOptions
  readonly #cookies: BoundCookies
  /** Path of the routes of the device, as a browser sees it. */
  readonly #path: string

  constructor(options: BoundOptions) {
    const { settings, addresses, cookies, sessionName, seconds } = options
    this.#options = options
    this.#path = `${settings.mount}${settings.basePath}/device`
    this.#cookies = new BoundCookies(cookies, options.functions.parseCookies, sessionName, this.#path)
    this.sessions = new BoundStorage(options, this.#cookies)
    this.endpoints = new Endpoints({
      path: this.#path,
      origin: addresses.origin,
      sessions: this.sessions,
      cookies: this.#cookies,
      bind: bindIn({ ...options, idle: settings.idle }),
      forgeries: new Forgeries({ ...options, sessions: this.sessions }),
      refreshed: options.refreshed,
      jose: options.functions,
      absolute: settings.absolute,
      seconds,
    })
  }

  /** Asks the browser of a session that has just begun for a key. A browser that does not know the header ignores it. */
  async ask(session: Session, response: Response): Promise<Response> {
    const id = this.sessions.begun(session)
    if (id === undefined) return response
    const { sid, user } = session
    const challenge = await this.#cookies.challengeFor(id)
    const authorization = await this.#cookies.sealOffer({ id, sid, sub: user.sub })
    response.headers.set(
      'Secure-Session-Registration',
      `(${proofAlgorithms.join(' ')});path="${this.#path}";challenge="${challenge}";authorization="${authorization}"`,
    )
    return response
  }

  /**
   * The path of the page that sends a document again whose session is not proven, and may be in a moment: browsers don't renew the
   * cookie for a navigation that another site began, and need a moment after the sign-in. `unbound` is the session of a browser that
   * does not bind it, where that is required. Null for everything else: what a form has sent can't be sent again.
   */
  async pathToProof(request: AuthRequest, returnTo: string): Promise<LocalPath | 'unbound' | null> {
    const header = request.headers.get('cookie')
    const found = await this.sessions.find(header)
    if (!found?.mark || (await this.sessions.isProven(found, header))) return null
    const site = request.headers.get('sec-fetch-site')
    const isOfOtherSite = site === 'cross-site' || site === 'same-site'
    const isRead = ['GET', 'HEAD'].includes(request.method)
    const { id, key, at } = found.mark
    if (key !== undefined) {
      const isAsked = isRead && isOfOtherSite && isNavigation(request) && !(await this.#cookies.isBounced(id, header))
      return isAsked ? this.#pathOfPage(id, returnTo) : null
    }
    if (isRead && site !== null && this.#options.seconds() - at < firstSeconds) return this.#pathOfPage(id, returnTo)
    return this.#options.settings.bindToDevice === 'require' ? 'unbound' : null
  }

  async #pathOfPage(id: string, returnTo: string): Promise<LocalPath> {
    const sealed = await this.#cookies.sealReturn(id, localPath(returnTo))
    return `${this.#options.settings.basePath}/device?${new URLSearchParams({ returnTo: sealed })}` as LocalPath
  }

  /**
   * `GET /auth/device?returnTo=`: the same request as before, begun by this application. Without a script. Only `pathToProof` leads here,
   * and only a session that is not proven: any other request goes on as what it is, one of another site for example.
   */
  readonly page = async (request: Request): Promise<Response> => {
    const { addresses } = this.#options
    if (!isNavigation(request)) return new Response(null, { status: 204, headers: privateHeaders })
    const header = request.headers.get('cookie')
    const found = await this.sessions.find(header)
    const sealed = await this.#cookies.openReturn(new URL(request.url).searchParams.get('returnTo'))
    const path = addresses.returnPath(sealed ? String(sealed.path) : null)
    if (!found?.mark || found.mark.id !== sealed?.id || (await this.sessions.isProven(found, header)))
      return redirectTo(addresses.href(path, request))
    const url = escaped(addresses.absolute(path, request))
    const delay = found.mark.key === undefined ? 1 : 0
    const html = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><meta http-equiv="refresh" content="${delay};url=${url}"><title>${escaped(new URL(addresses.origin(request)).host)}</title><a href="${url}">${escaped(path)}</a>`
    const headers = {
      ...privateHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    }
    return withCookies(new Response(html, { headers }), await this.#cookies.markBounced(found.mark.id))
  }
}

/** @param shared holds what this process remembers, for an application that is loaded more than once */
export function boundSessionsOf(options: Omit<BoundOptions, 'memory'>, shared: { bound?: ProofMemory }): BoundSessions {
  shared.bound ??= new ProofMemory()
  return new BoundSessions({ ...options, memory: shared.bound })
}
