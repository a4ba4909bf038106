import * as dpop from 'dpop'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { tokenExchange } from '../../src/oidc/response-types.ts'
import { basic } from './world.ts'

// Client libraries that we did not write, with a key that their tokens are bound to (RFC 9449), as one client each.

export interface BoundTokens {
  access_token: string
  token_type: string
  refresh_token?: string
  scope?: string
}

/** What every client can do, in the words of its library. */
export interface BoundClient {
  jkt: string
  /** The address that begins a sign-in, by a pushed request or not. `dpop_jkt` is sent where the library does not push a proof. */
  begin(params: Record<string, string>, pushed: boolean): Promise<URL>
  redeem(callback: URL, codeVerifier: string): Promise<BoundTokens>
  refresh(token: string): Promise<BoundTokens>
  userinfo(token: string, sub: string): Promise<{ sub: string }>
  device(scope: string): Promise<{ userCode: string; poll(): Promise<BoundTokens> }>
  exchange(params: Record<string, string>): Promise<BoundTokens>
  /** The request to an API of ours. */
  call(token: string, url: string): Promise<Request>
}

export interface BoundClientOf {
  issuer: string
  id: string
  secret?: string
  redirectUri: string
}

type Library = (of: BoundClientOf) => Promise<BoundClient>

export const libraries: [string, Library][] = [
  ['openid-client', openidClient],
  ['oauth4webapi', oauth4webapi],
  ['dpop', dpopPackage],
]

const state = 'the-state'
const nonce = 'the-nonce'

async function openidClient({ issuer, id, secret }: BoundClientOf): Promise<BoundClient> {
  const authentication = secret === undefined ? openid.None() : openid.ClientSecretBasic(secret)
  const insecure = { execute: [openid.allowInsecureRequests] }
  const config = await openid.discovery(new URL(issuer), id, undefined, authentication, insecure)
  const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'))
  const jkt = await DPoP.calculateThumbprint()
  return {
    jkt,
    begin: async (params, pushed) =>
      pushed
        ? openid.buildAuthorizationUrlWithPAR(config, { ...params, state, nonce }, { DPoP })
        : openid.buildAuthorizationUrl(config, { ...params, state, nonce, dpop_jkt: jkt }),
    redeem: (callback, pkceCodeVerifier) => {
      const checks = { pkceCodeVerifier, expectedState: state, expectedNonce: nonce }
      return openid.authorizationCodeGrant(config, callback, checks, undefined, { DPoP })
    },
    refresh: (token) => openid.refreshTokenGrant(config, token, undefined, { DPoP }),
    userinfo: (token, sub) => openid.fetchUserInfo(config, token, sub, { DPoP }),
    async device(scope) {
      const begun = await openid.initiateDeviceAuthorization(config, { scope })
      return {
        userCode: begun.user_code,
        poll: () => openid.pollDeviceAuthorizationGrant(config, begun, undefined, { DPoP }),
      }
    },
    exchange: (params) => openid.genericGrantRequest(config, tokenExchange, params, { DPoP }),
    call: (token, url) =>
      received((customFetch) => {
        config[openid.customFetch] = customFetch as never
        const sent = openid.fetchProtectedResource(config, token, new URL(url), 'GET', undefined, undefined, { DPoP })
        return sent.finally(() => {
          config[openid.customFetch] = undefined as never
        })
      }),
  }
}

async function oauth4webapi({ issuer, id, secret, redirectUri }: BoundClientOf): Promise<BoundClient> {
  const client: oauth.Client = { client_id: id }
  const authentication = secret === undefined ? oauth.None() : oauth.ClientSecretBasic(secret)
  const insecure = { [oauth.allowInsecureRequests]: true }
  const url = new URL(issuer)
  const server = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, insecure))
  const DPoP = oauth.DPoP(client, await oauth.generateKeyPair('ES256'))
  const options = { ...insecure, DPoP }
  const jkt = await DPoP.calculateThumbprint()
  /** As its documentation says: once more, if a nonce is asked for. */
  const twice = async <T>(send: () => Promise<T>): Promise<T> =>
    send().catch((error) => {
      if (oauth.isDPoPNonceError(error)) return send()
      throw error
    })
  return {
    jkt,
    async begin(params, pushed) {
      const all = new URLSearchParams({ ...params, client_id: id, response_type: 'code', state, nonce })
      const at = new URL(server.authorization_endpoint ?? '')
      if (pushed) {
        const { request_uri } = await twice(async () => {
          const answer = await oauth.pushedAuthorizationRequest(server, client, authentication, all, options)
          return oauth.processPushedAuthorizationResponse(server, client, answer)
        })
        at.search = new URLSearchParams({ client_id: id, request_uri }).toString()
      } else {
        all.set('dpop_jkt', jkt)
        at.search = all.toString()
      }
      return at
    },
    redeem: (callback, verifier) => {
      const params = oauth.validateAuthResponse(server, client, callback, state)
      return twice(async () => {
        const args = [server, client, authentication, params, redirectUri, verifier, options] as const
        const answer = await oauth.authorizationCodeGrantRequest(...args)
        return oauth.processAuthorizationCodeResponse(server, client, answer, { expectedNonce: nonce })
      })
    },
    refresh: (token) =>
      twice(async () => {
        const answer = await oauth.refreshTokenGrantRequest(server, client, authentication, token, options)
        return oauth.processRefreshTokenResponse(server, client, answer)
      }),
    userinfo: (token, sub) =>
      twice(async () => {
        const answer = await oauth.userInfoRequest(server, client, token, options)
        return oauth.processUserInfoResponse(server, client, sub, answer)
      }),
    async device(scope) {
      const asked = new URLSearchParams({ scope })
      const answer = await oauth.deviceAuthorizationRequest(server, client, authentication, asked, insecure)
      const begun = await oauth.processDeviceAuthorizationResponse(server, client, answer)
      const poll = () =>
        twice(async () => {
          const args = [server, client, authentication, begun.device_code, options] as const
          return oauth.processDeviceCodeResponse(server, client, await oauth.deviceCodeGrantRequest(...args))
        })
      return { userCode: begun.user_code, poll }
    },
    exchange: (params) =>
      twice(async () => {
        const args = [server, client, authentication, tokenExchange, params, options] as const
        const answer = await oauth.genericTokenEndpointRequest(...args)
        return oauth.processGenericTokenEndpointResponse(server, client, answer)
      }),
    call: (token, at) =>
      received((customFetch) =>
        oauth.protectedResourceRequest(token, 'GET', new URL(at), undefined, undefined, {
          DPoP,
          [oauth.customFetch]: customFetch,
        }),
      ),
  }
}

async function dpopPackage({ issuer, id, secret, redirectUri }: BoundClientOf): Promise<BoundClient> {
  const keys = await dpop.generateKeyPair('ES256')
  const jkt = await dpop.calculateThumbprint(keys.publicKey)
  const authorization: Record<string, string> = secret === undefined ? {} : { Authorization: basic(id, secret) }
  const identification: Record<string, string> = secret === undefined ? { client_id: id } : {}
  /** The package makes proofs, and nothing else. */
  const send = async <T>(path: string, form: Record<string, string> | null, token?: string): Promise<T> => {
    const at = `${issuer}${path}`
    const method = form === null ? 'GET' : 'POST'
    let known: string | undefined
    for (;;) {
      const proof = await dpop.generateProof(keys, at, method, known, token)
      const headers = token === undefined ? authorization : { Authorization: `DPoP ${token}` }
      const body = form && new URLSearchParams({ ...identification, ...form })
      const answer = await fetch(at, { method, headers: { ...headers, DPoP: proof }, body })
      const json = (await answer.json()) as T & { error?: string }
      if (answer.ok) return json
      if (json.error !== 'use_dpop_nonce' || known !== undefined) throw Object.assign(new Error(json.error), json)
      known = answer.headers.get('dpop-nonce') ?? undefined
    }
  }
  const tokens = (grantType: string, params: Record<string, string>) =>
    send<BoundTokens>('/token', { ...params, grant_type: grantType })
  return {
    jkt,
    async begin(params, pushed) {
      const all = { ...params, response_type: 'code', state, nonce }
      const query = pushed ? await send<{ request_uri: string }>('/par', all) : { ...all, dpop_jkt: jkt }
      const url = new URL(`${issuer}/authorize`)
      url.search = new URLSearchParams({ ...(query as Record<string, string>), client_id: id }).toString()
      url.searchParams.delete('expires_in')
      return url
    },
    redeem: (callback, verifier) => {
      const code = callback.searchParams.get('code') ?? ''
      return tokens('authorization_code', { code, redirect_uri: redirectUri, code_verifier: verifier })
    },
    refresh: (token) => tokens('refresh_token', { refresh_token: token }),
    userinfo: (token) => send('/userinfo', null, token),
    async device(scope) {
      const begun = await send<Record<string, string>>('/device_authorization', { scope })
      const { user_code: userCode = '', device_code = '' } = begun
      return { userCode, poll: () => tokens('urn:ietf:params:oauth:grant-type:device_code', { device_code }) }
    },
    exchange: (params) => tokens(tokenExchange, params),
    call: async (token, at) => {
      const proof = await dpop.generateProof(keys, at, 'GET', undefined, token)
      return new Request(at, { headers: { Authorization: `DPoP ${token}`, DPoP: proof } })
    },
  }
}

/** What arrives at an API that a library calls. */
async function received(
  call: (customFetch: (url: string, init: object) => Promise<Response>) => Promise<unknown>,
): Promise<Request> {
  let request: Request | undefined
  await call(async (url, init) => {
    request = new Request(url, init as RequestInit)
    return new Response()
  })
  if (!request) throw new Error('the library called nothing')
  return request
}
