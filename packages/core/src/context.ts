import { importJWK } from 'jose'
import * as oauth from 'oauth4webapi'
import { type Addresses, addressesOf } from './addresses.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { cookieNames, SealedCookies } from './cookies.ts'
import { logError } from './diagnosis.ts'
import type { AuthError } from './errors.ts'
import type { AuthOptions } from './options.ts'
import { type Provider, providerOf } from './provider.ts'
import { cookieStorage, type SessionStorage, storedSessions } from './session-storage.ts'
import { type Settings, settingsOf } from './settings.ts'
import { Refreshes } from './single-flight.ts'

/** What every flow of the SDK works with: it is handed in, and nothing is found elsewhere. */
export interface Context {
  options: AuthOptions
  settings: Settings
  addresses: Addresses
  provider: Provider
  client: oauth.Client
  /** How the client authenticates at the provider. */
  clientAuth(): Promise<oauth.ClientAuth>
  /** What oauth4webapi needs for a request. */
  http: object
  cookies: SealedCookies
  sessionName: Promise<string>
  sessions: SessionStorage
  refreshes: Refreshes
  now(): Date
  seconds(): number
  /** Calls a hook of the application, which is told and not asked. */
  tell(hook: () => void): void
  report(error: AuthError): void
}

/** What several `createAuth` of one process share, where a framework loads an application more than once. */
export interface SharedState {
  readonly refreshes: Refreshes
}

/**
 * Made once for a process and given to each `createAuth` in it: then a refresh token is spent once, whichever asks.
 *
 * @example
 * ```ts
 * import { createAuth, createSharedState, optionsFromEnvironment } from '@vestibule/core'
 *
 * const shared = createSharedState()
 * const auth = createAuth(optionsFromEnvironment(process.env), shared)
 * ```
 */
export const createSharedState = (now: () => Date = () => new Date()): SharedState => ({
  refreshes: new Refreshes(() => Math.floor(now().getTime() / 1000)),
})

/** @throws AuthError `config_invalid` */
export function contextOf(options: AuthOptions, shared?: SharedState): Context {
  const settings = settingsOf(options)
  const now = options.now ?? (() => new Date())
  const seconds = () => Math.floor(now().getTime() / 1000)
  const cookies = new SealedCookies(settings.secrets, settings.secure, now)
  const names = cookieNames(settings.secure, options.issuer, options.clientId)
  const storage = { cookies, names, idle: settings.idle, seconds }
  const store = options.session?.store
  const request = boundedFetch(options.fetch ?? fetch)
  const http = {
    [oauth.allowInsecureRequests]: new URL(options.issuer).protocol === 'http:',
    [oauth.customFetch]: request as never,
  }
  const tell = (hook: () => void) => {
    try {
      hook()
    } catch {
      // What a hook throws changes nothing.
    }
  }
  return {
    options,
    settings,
    addresses: addressesOf(settings),
    provider: providerOf(options.issuer, http, now, request),
    client: { client_id: options.clientId, [oauth.clockTolerance]: 10 },
    clientAuth: clientAuthentication(options),
    http,
    cookies,
    sessionName: names.session,
    sessions: store ? storedSessions(store, storage) : cookieStorage(storage),
    refreshes: shared?.refreshes ?? new Refreshes(seconds),
    now,
    seconds,
    tell,
    report: (error) => tell(() => (options.on?.error ?? logError)(error)),
  }
}

function clientAuthentication({ clientKey, clientSecret }: AuthOptions): () => Promise<oauth.ClientAuth> {
  if (!clientKey) {
    const method = clientSecret ? oauth.ClientSecretBasic(clientSecret) : oauth.None()
    return async () => method
  }
  let method: Promise<oauth.ClientAuth> | undefined
  const load = async () => {
    const key = (await importJWK(clientKey)) as CryptoKey
    return oauth.PrivateKeyJwt(clientKey.kid === undefined ? key : { key, kid: clientKey.kid })
  }
  return () => {
    method ??= load()
    return method
  }
}
