import * as oauth from 'oauth4webapi'
import { readChallenge } from '../provider/challenge.ts'
import { checkTokenType } from '../provider/token-type.ts'
import { ManagementError, type ManagementOptions } from './options.ts'

/** Milliseconds before expiry at which a new token is requested. */
const refreshMargin = 30_000

/** The access token of a client (RFC 6749 section 4.4), requested when it is needed and reused until it is about to expire. */
export class ClientCredentialsToken {
  readonly #options: ManagementOptions
  readonly #server: oauth.AuthorizationServer
  #token: { value: string; expiresAt: number } | null = null
  #pending: Promise<string> | null = null

  constructor(options: ManagementOptions) {
    this.#options = options
    this.#server = { issuer: options.issuer, token_endpoint: `${options.issuer}/token` }
  }

  /** @throws ManagementError what the token endpoint refused */
  current(): Promise<string> {
    if (this.#token && this.#token.expiresAt - this.#now() > refreshMargin) return Promise.resolve(this.#token.value)
    this.#pending ??= this.#request().finally(() => {
      this.#pending = null
    })
    return this.#pending
  }

  /** Called when the API rejects the token. */
  discard(): void {
    this.#token = null
  }

  #now(): number {
    return (this.#options.now?.() ?? new Date()).getTime()
  }

  async #request(): Promise<string> {
    const { issuer, clientId, clientSecret, scope, organization, dpop, fetch: request = fetch } = this.#options
    const client = { client_id: clientId }
    const parameters = { ...(scope ? { scope } : {}), ...(organization ? { organization } : {}) }
    const response = await oauth.clientCredentialsGrantRequest(
      this.#server,
      client,
      oauth.ClientSecretBasic(clientSecret),
      parameters,
      {
        [oauth.allowInsecureRequests]: new URL(issuer).protocol === 'http:',
        [oauth.customFetch]: request as never,
      },
    )
    const token = await oauth.processClientCredentialsResponse(this.#server, client, response).catch(throwRefusal)
    checkTokenType(token, dpop)
    this.#token = { value: token.access_token, expiresAt: this.#now() + (token.expires_in ?? 60) * 1000 }
    return token.access_token
  }
}

/** Errors of the token endpoint (RFC 6749 section 5.2) are reported like those of the API. */
async function throwRefusal(thrown: unknown): Promise<never> {
  const error = await readChallenge(thrown)
  if (error instanceof oauth.ResponseBodyError)
    throw new ManagementError(error.status, error.error, error.error_description ?? '')
  throw error
}
