import { type AuthRequest, privateHeaders, withCookies } from '../model/responses.ts'
import type { LoadedSession } from '../sessions/session-storage.ts'
import type { Bind } from './bind.ts'
import type { BoundStorage } from './bound-storage.ts'
import type { BoundCookies } from './cookies.ts'
import type { Forgeries, ForgerySign } from './forgeries.ts'
import {
  type BrowserKey,
  checkAudiences,
  isSignedBy,
  type Jose,
  keyOf,
  type Proof,
  ProofFault,
  parseProof,
  storedKey,
  structuredString,
} from './proofs.ts'

interface EndpointOptions {
  /** Path of the routes of the device, as a browser sees it. */
  path: string
  origin(request: AuthRequest): string
  sessions: BoundStorage
  cookies: BoundCookies
  bind: Bind
  forgeries: Forgeries
  refreshed(loaded: LoadedSession): Promise<unknown>
  jose: Jose
  /** Seconds. */
  absolute: number
  seconds(): number
}

/** What browsers call on their own: where they bring their keys, and prove them. */
export class Endpoints {
  readonly #options: EndpointOptions

  constructor(options: EndpointOptions) {
    this.#options = options
  }

  /** `POST /auth/device`: the key of a browser. The session is bound to it as soon as its cookies come with a proof. */
  readonly register = (request: Request): Promise<Response> =>
    this.#answer(request, async () => {
      const { cookies, sessions, forgeries, origin, absolute, jose } = this.#options
      const proof = parseProof(structuredString(request.headers.get('secure-session-response')) ?? '')
      const offer = await cookies.openOffer(proof.authorization)
      if (!offer) throw new ProofFault('the session was not asked for a key')
      const key = await keyOf(proof)
      if (!(await cookies.isChallenge(offer.id, proof.challenge))) throw new ProofFault('the challenge is not known')
      checkAudiences(origin(request), proof)
      if (!(await isSignedBy(proof, key, jose))) throw new ProofFault('the signature does not match the key')
      const found = await sessions.find(request.headers.get('cookie'))
      const { mark } = found ?? {}
      if (forgeries.isEnded(offer.id)) throw new ProofFault('the session has ended')
      const isOther = mark?.id === offer.id && mark.key !== undefined && mark.key !== key.thumbprint
      if (isOther || !(await forgeries.isFirstKey(offer.id, key))) {
        const cleared = await forgeries.end(request, offer, 'second-key')
        return withCookies(refused(new ProofFault('the session has another key')), cleared)
      }
      const device = await cookies.sealDevice({ id: offer.id, key: key.jwk }, absolute)
      // After a navigation that another site began there are no cookies: then the first proof brings them.
      const isKnown = found && mark?.id === offer.id
      const proven = isKnown ? await this.#proven(found, key, request.headers.get('cookie')) : null
      return withCookies(await this.#instructions(identifierOf(offer.id, key)), [device, ...(proven ?? [])])
    })

  /** `POST /auth/device/refresh`: renews the cookie of a bound session for a proof of its key. It is no use of the session. */
  readonly refresh = (request: Request): Promise<Response> =>
    this.#answer(request, async () => {
      const { cookies, sessions, forgeries } = this.#options
      const identifier = structuredString(request.headers.get('sec-secure-session-id')) ?? ''
      const jws = structuredString(request.headers.get('secure-session-response'))
      const header = request.headers.get('cookie')
      const device = await cookies.openDevice(header)
      const found = await sessions.find(header)
      if (!device || !found || found.mark?.id !== device.id) return over(identifier)
      const key = await storedKey(device.key)
      if (identifier !== identifierOf(device.id, key)) return over(identifier)
      if (forgeries.isEnded(device.id)) return over(identifier, await sessions.end(header))
      const challenge = await cookies.challengeFor(device.id)
      if (jws === null) return challenged(403, challenge, identifier)
      const proof = parseProof(jws)
      const verdict = await this.#verdict(request, found, key, proof)
      if (verdict === 'again') return challenged(403, challenge, identifier)
      if (verdict !== 'proven') {
        const { sid, user } = found.session
        return over(identifier, await forgeries.end(request, { id: device.id, sid, sub: user.sub }, verdict))
      }
      const renewed = await cookies.renewDevice(device, found.session.expiresAt, this.#options.seconds())
      const proven = await this.#proven(found, key, header)
      return proven ? withCookies(challenged(200, challenge, identifier), [...proven, ...renewed]) : over(identifier)
    })

  async #verdict(
    request: Request,
    { mark }: LoadedSession,
    key: BrowserKey,
    proof: Proof,
  ): Promise<'proven' | 'again' | ForgerySign> {
    const { cookies, forgeries, origin, jose } = this.#options
    if (!(await isSignedBy(proof, key, jose))) return 'signature'
    checkAudiences(origin(request), proof)
    // An old one is a tab that slept, or two that raced.
    if (!(await cookies.isChallenge(mark?.id ?? '', proof.challenge))) return 'again'
    if ((mark?.key ?? key.thumbprint) !== key.thumbprint) return 'second-key'
    return (await forgeries.isFewTimes(proof)) ? 'proven' : 'replay'
  }

  /** The cookies of a session that was just proven. It is bound to the key, if it is not yet. Null if it has ended meanwhile. */
  async #proven(found: LoadedSession, key: BrowserKey, header: string | null): Promise<string[] | null> {
    const { cookies, sessions, bind, refreshed } = this.#options
    await refreshed(found)
    const current = await sessions.find(header)
    const bound = current && (await bind(current, key.thumbprint, header))
    return (
      bound && [
        ...bound,
        ...(await cookies.sealProof(found.mark?.id ?? '', key.thumbprint, header)),
        ...(await cookies.clearBounced(header)),
      ]
    )
  }

  /** Only pages of this application have a browser send these, and a proof that is none is refused, whatever is wrong with it. */
  async #answer(request: Request, answer: () => Promise<Response>): Promise<Response> {
    const sender = request.headers.get('origin')
    try {
      if (sender !== null && sender !== this.#options.origin(request))
        throw new ProofFault('the request was not sent from this site', 403)
      return await answer()
    } catch (error) {
      if (error instanceof ProofFault) return refused(error)
      throw error
    }
  }

  /** What the browser has to know of the session. */
  async #instructions(identifier: string): Promise<Response> {
    const { path, cookies } = this.#options
    const instructions = {
      session_identifier: identifier,
      refresh_url: `${path}/refresh`,
      // A sign-in that comes back begins another session.
      scope: {
        include_site: false,
        scope_specification: [{ type: 'exclude', path: path.replace(/device$/, 'callback') }],
      },
      credentials: [
        { type: 'cookie', name: await cookies.nameOf('bound'), attributes: 'Path=/; HttpOnly; SameSite=Lax; Secure' },
      ],
    }
    return Response.json(instructions, { headers: privateHeaders })
  }
}

/** How a browser names a session that is bound to a key: after another binding, this one is not meant any more. */
const identifierOf = (id: string, { thumbprint }: BrowserKey): string => `${id}.${thumbprint}`

const challenged = (status: 200 | 403, challenge: string, identifier: string): Response =>
  new Response(null, {
    status,
    headers: { ...privateHeaders, 'Secure-Session-Challenge': `"${challenge}";id="${identifier}"` },
  })

/** There is no such session, or it is not bound to this key: the browser forgets it. */
const over = (identifier: string, setCookies: readonly string[] = []): Response =>
  withCookies(
    Response.json({ session_identifier: identifier, continue: false }, { headers: privateHeaders }),
    setCookies,
  )

const refused = ({ message, status }: ProofFault): Response =>
  Response.json({ error: 'invalid_request', error_description: message }, { status, headers: privateHeaders })
