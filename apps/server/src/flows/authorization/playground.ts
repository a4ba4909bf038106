import { createHash, randomBytes } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { newSecret } from '../../crypto/random.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { Params } from '../../oidc/params.ts'
import { playgroundClient, playgroundClientId } from '../platform/clients/playground-client.ts'
import type { Deps } from '../platform/deps.ts'
import { minute } from '../platform/durations.ts'
import { requestTokens } from '../tokens/token-endpoint.ts'
import { userinfo } from '../tokens/userinfo.ts'

/** What a developer tries. Empty strings are not sent. */
export interface PlaygroundChoice {
  scope: readonly string[]
  prompt: string
  acr: string
  organization: string
  language: string
}

/** What the client of a tried sign-in got. */
export interface PlaygroundResult {
  /** The parameters of the authorization request. */
  request: Record<string, string>
  /** Those of the answer, without the code. */
  response: Record<string, string>
  /** Null after an error. */
  tokens: {
    idToken: { header: object; claims: object }
    accessToken: { header: object; claims: object }
    userinfo: Record<string, unknown>
  } | null
}

/** Milliseconds that a request waits for its answer, and a result can be looked at. */
const lifetime = 30 * minute
const limit = 20
const answerMembers = ['state', 'iss', 'error', 'error_description']

interface Entry {
  verifier: string
  at: number
  request: Record<string, string>
  result: PlaygroundResult | null
}

/**
 * Sign-ins that a developer tries at their own server. It does what any client does, with a client of our own, and is
 * only offered to developers. Nothing is stored: requests and results are in memory.
 */
export class Playground {
  /** By `state`. */
  readonly #entries = new Map<string, Entry>()

  constructor(private readonly deps: Deps) {}

  /** The query of an authorization request. */
  begin(choice: PlaygroundChoice): URLSearchParams {
    const verifier = randomBytes(48).toString('base64url')
    const state = newSecret()
    const request: Record<string, string> = {
      client_id: playgroundClientId,
      redirect_uri: playgroundClient(this.deps.config).redirectUris[0] ?? '',
      response_type: 'code',
      scope: ['openid', ...choice.scope.filter((name) => name !== 'openid')].join(' '),
      state,
      nonce: newSecret(),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...(choice.prompt ? { prompt: choice.prompt } : {}),
      ...(choice.acr ? { claims: JSON.stringify({ id_token: { acr: { essential: true, value: choice.acr } } }) } : {}),
      ...(choice.organization ? { organization: choice.organization } : {}),
      ...(choice.language ? { ui_locales: choice.language } : {}),
    }
    this.#makeRoom()
    this.#entries.set(state, { verifier, at: this.#now(), request, result: null })
    return new URLSearchParams(request)
  }

  /** Exchanges the code of an answer for tokens. Returns the key of the result; null for an answer that was not asked for. */
  async complete(answer: Params): Promise<string | null> {
    const state = answer.get('state') ?? ''
    const entry = this.#entries.get(state)
    if (!entry || entry.result || this.#isOld(entry)) return null
    const code = answer.get('code')
    const response: Record<string, string> = {}
    for (const name of answerMembers) {
      const value = answer.get(name)
      if (value !== undefined) response[name] = value
    }
    entry.result = { request: entry.request, response, tokens: null }
    if (code === undefined) return state
    try {
      entry.result.tokens = await this.#exchange(entry, code)
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      Object.assign(response, { error: error.code, error_description: error.description })
    }
    return state
  }

  find(key: string): PlaygroundResult | null {
    const entry = this.#entries.get(key)
    return entry && !this.#isOld(entry) ? entry.result : null
  }

  async #exchange({ verifier, request }: Entry, code: string): Promise<PlaygroundResult['tokens']> {
    const params = new Params([
      ['grant_type', 'authorization_code'],
      ['code', code],
      ['redirect_uri', request.redirect_uri ?? ''],
      ['code_verifier', verifier],
    ])
    const tokens = await requestTokens(this.deps, playgroundClient(this.deps.config), params)
    const decoded = (token: string) => ({ header: decodeProtectedHeader(token), claims: decodeJwt(token) })
    return {
      idToken: decoded(tokens.id_token ?? ''),
      accessToken: decoded(tokens.access_token),
      userinfo: await userinfo(this.deps, tokens.access_token),
    }
  }

  #now(): number {
    return this.deps.now().getTime()
  }

  #isOld({ at }: Entry): boolean {
    return this.#now() - at > lifetime
  }

  /** The oldest entry is the first. */
  #makeRoom(): void {
    for (const [state, entry] of this.#entries) {
      if (!this.#isOld(entry) && this.#entries.size < limit) return
      this.#entries.delete(state)
    }
  }
}
