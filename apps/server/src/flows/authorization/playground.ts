import { createHash, randomBytes } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { newSecret } from '../../crypto/random.ts'
import { claimsOfScope, scopesOfClaim } from '../../oidc/claims.ts'
import { type ErrorCode, OAuthError } from '../../oidc/errors.ts'
import { Params } from '../../oidc/params.ts'
import {
  type OrganizationSetting,
  playgroundClient,
  playgroundClientId,
  playgroundPaths,
} from '../platform/clients/playground-client.ts'
import type { Deps } from '../platform/deps.ts'
import { minute } from '../platform/durations.ts'
import type { TokenResponse } from '../tokens/issue-tokens.ts'
import { requestTokens } from '../tokens/token-endpoint.ts'
import { userinfo } from '../tokens/userinfo.ts'

/** What a developer tries. Empty strings are not sent. */
export interface PlaygroundChoice {
  scope: readonly string[]
  /** What the client says about organizations. */
  organizationSetting: OrganizationSetting
  prompt: string
  maxAge: string
  acr: string
  organization: string
  language: string
}

interface DecodedToken {
  header: object
  claims: Record<string, unknown>
}

/** What the client of a tried sign-in got. */
export interface PlaygroundResult {
  choice: PlaygroundChoice
  /** The parameters of the authorization request. */
  request: Record<string, string>
  /** Those of the response, without the code. */
  response: Record<string, string>
  /** Null after an error. */
  tokens: {
    idToken: DecodedToken
    accessToken: DecodedToken
    userinfo: Record<string, unknown>
    /** The claims of all three. */
    scopes: readonly ScopeClaims[]
  } | null
  /** What was done with the tokens last. */
  lastAct: { kind: PlaygroundAct; at: Date; refused: { code: ErrorCode; description: string } | null } | null
}

/** What the playground does with tokens that it has. */
export const playgroundActs = ['refresh', 'userinfo'] as const
export type PlaygroundAct = (typeof playgroundActs)[number]

/** Milliseconds that a request waits for its answer, and a result can be looked at. */
const lifetime = 30 * minute
const limit = 20
const answerMembers = ['state', 'iss', 'error', 'error_description']

interface Entry {
  verifier: string
  at: number
  request: Record<string, string>
  choice: PlaygroundChoice
  /** The newest tokens. */
  tokens: TokenResponse | null
  result: PlaygroundResult | null
}

/**
 * Sign-ins that a developer tries at their own server. It does what any client does, with clients of our own, and is only
 * offered to developers. Nothing is stored: requests, tokens and results are in memory.
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
      client_id: playgroundClientId(choice.organizationSetting),
      redirect_uri: `${this.deps.config.issuer}${playgroundPaths.callback}`,
      response_type: 'code',
      scope: ['openid', ...choice.scope.filter((name) => name !== 'openid')].join(' '),
      state,
      nonce: newSecret(),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...(choice.prompt ? { prompt: choice.prompt } : {}),
      ...(choice.maxAge ? { max_age: choice.maxAge } : {}),
      ...(choice.acr ? { claims: JSON.stringify({ id_token: { acr: { essential: true, value: choice.acr } } }) } : {}),
      ...(choice.organization ? { organization: choice.organization } : {}),
      ...(choice.language ? { ui_locales: choice.language } : {}),
    }
    this.#dropOld()
    this.#entries.set(state, { verifier, at: this.#now(), request, choice, tokens: null, result: null })
    return new URLSearchParams(request)
  }

  /** Exchanges the code of a response for tokens. Returns the key of the result; null for a response that was not asked for. */
  async complete(answer: Params): Promise<string | null> {
    const state = answer.get('state') ?? ''
    const entry = this.#entries.get(state)
    if (!entry || this.#isOld(entry)) return null
    if (entry.result) return state
    const code = answer.get('code')
    const response: Record<string, string> = {}
    for (const name of answerMembers) {
      const value = answer.get(name)
      if (value !== undefined) response[name] = value
    }
    const { choice, request, verifier } = entry
    const result: PlaygroundResult = { choice, request, response, tokens: null, lastAct: null }
    entry.result = result
    if (code === undefined) return state
    const refused = await refusalOf(async () => {
      const tokens = await this.#request(choice, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: request.redirect_uri ?? '',
        code_verifier: verifier,
      })
      await this.#show(entry, result, tokens)
    })
    if (refused) Object.assign(response, { error: refused.code, error_description: refused.description })
    return state
  }

  find(key: string): PlaygroundResult | null {
    const entry = this.#entries.get(key)
    return entry && !this.#isOld(entry) ? entry.result : null
  }

  /** Refreshes the tokens, or asks userinfo again. A refusal becomes part of the result. */
  async act(key: string, kind: PlaygroundAct): Promise<void> {
    const entry = this.#entries.get(key)
    const result = this.find(key)
    const tokens = entry?.tokens
    if (!entry || !result || !tokens) return
    const refused = await refusalOf(async () => {
      const newest =
        kind === 'refresh'
          ? await this.#request(entry.choice, {
              grant_type: 'refresh_token',
              refresh_token: tokens.refresh_token ?? '',
            })
          : tokens
      await this.#show(entry, result, newest)
    })
    result.lastAct = { kind, at: this.deps.now(), refused }
  }

  /** The query of a logout request (OIDC RP-Initiated Logout 2) that ends the session of a result, which is then gone. */
  signOut(key: string): URLSearchParams | null {
    const entry = this.#entries.get(key)
    if (!entry?.tokens) return null
    this.#entries.delete(key)
    return new URLSearchParams({
      client_id: playgroundClientId(entry.choice.organizationSetting),
      id_token_hint: entry.tokens.id_token ?? '',
      post_logout_redirect_uri: `${this.deps.config.issuer}${playgroundPaths.signedOut}`,
    })
  }

  #request({ organizationSetting }: PlaygroundChoice, params: Record<string, string>): Promise<TokenResponse> {
    const client = playgroundClient(this.deps.config, organizationSetting)
    return requestTokens(this.deps, client, new Params(Object.entries(params)))
  }

  async #show(entry: Entry, result: PlaygroundResult, newest: TokenResponse): Promise<void> {
    const tokens = { ...entry.tokens, ...newest }
    // A refresh token that was used is spent, whatever becomes of the rest.
    entry.tokens = tokens
    const idToken = decoded(tokens.id_token ?? '')
    const accessToken = decoded(tokens.access_token)
    const answer = await userinfo(this.deps, { token: tokens.access_token, dpop: null })
    const found = { idToken: idToken.claims, accessToken: accessToken.claims, userinfo: answer }
    const scopes = claimsByScope(tokens.scope.split(' '), found)
    result.tokens = { idToken, accessToken, userinfo: answer, scopes }
  }

  #now(): number {
    return this.deps.now().getTime()
  }

  #isOld({ at }: Entry): boolean {
    return this.#now() - at > lifetime
  }

  /** The oldest entry is the first. */
  #dropOld(): void {
    for (const [state, entry] of this.#entries) {
      if (!this.#isOld(entry) && this.#entries.size < limit) return
      this.#entries.delete(state)
    }
  }
}

const decoded = (token: string): DecodedToken => ({ header: decodeProtectedHeader(token), claims: decodeJwt(token) })

async function refusalOf(work: () => Promise<void>): Promise<{ code: ErrorCode; description: string } | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof OAuthError) return error
    throw error
  }
}

/** Where a claim was found. */
const claimSources = ['idToken', 'accessToken', 'userinfo'] as const
type ClaimSource = (typeof claimSources)[number]

type ClaimsBySource = Readonly<Record<ClaimSource, Readonly<Record<string, unknown>>>>

/** A claim with one value. A claim whose value differs between tokens, such as `aud`, appears once for each value. */
interface ShownClaim {
  name: string
  value: unknown
  sources: readonly ClaimSource[]
}

/** What a granted scope brought. */
interface ScopeClaims {
  scope: string
  claims: readonly ShownClaim[]
  /** Claims of the scope for which the person has no value. */
  missing: readonly string[]
}

/**
 * The claims of two tokens and of userinfo, by the scope that brought them. `openid` stands for what every sign-in brings:
 * the subject, and the claims about the tokens themselves.
 */
function claimsByScope(granted: readonly string[], found: ClaimsBySource): ScopeClaims[] {
  const shown = new Map<string, ShownClaim[]>(granted.map((scope) => [scope, []]))
  const scopeOf = (name: string) => scopesOfClaim(name).find((scope) => shown.has(scope)) ?? 'openid'
  const names = new Set(claimSources.flatMap((source) => Object.keys(found[source])))
  for (const name of names) {
    const claims = shown.get(scopeOf(name)) ?? []
    claims.push(...valuesOf(name, found))
    shown.set(scopeOf(name), claims)
  }
  return [...shown].map(([scope, claims]) => ({
    scope,
    claims,
    missing: claimsOfScope(scope).filter((name) => !names.has(name)),
  }))
}

function valuesOf(name: string, found: ClaimsBySource): ShownClaim[] {
  const byValue = new Map<string, ShownClaim & { sources: ClaimSource[] }>()
  for (const source of claimSources) {
    const value = found[source][name]
    if (value === undefined) continue
    const key = JSON.stringify(value)
    const claim = byValue.get(key) ?? { name, value, sources: [] }
    claim.sources.push(source)
    byValue.set(key, claim)
  }
  return [...byValue.values()]
}
